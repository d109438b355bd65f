const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Character data of XML, then of a spreadsheet: the five entities and numbers, then `_xHHHH_`. Others stay as they are. */
export function decode(text: string): string {
  if (!/[&_\r]/.test(text)) return text;
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal: string, hex: string, name: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const patterns = new Map<string, RegExp>();

/** The value of an attribute; null where the tag has none of that name, which may be a pattern. */
export function attribute(tag: string, name: string): string | null {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  const match = pattern.exec(tag);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? null : decode(value);
}

interface Tag {
  readonly tag: string;
  /** Without its prefix; with a slash where it closes. */
  readonly name: string;
  readonly empty: boolean;
}

/** Tags and the text between them, in one linear pass. */
export function* tokens(xml: string): Generator<Tag | { readonly text: string }> {
  for (const [token] of xml.matchAll(/<[^<>]*>|[^<]+/g)) {
    if (!token.startsWith("<")) yield { text: token };
    else
      yield {
        tag: token,
        name: /^<(\/?)(?:\w+:)?(\w+)/.exec(token)?.slice(1).join("") ?? "",
        empty: token.endsWith("/>"),
      };
  }
}
