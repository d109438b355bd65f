import type { ZipFile } from "./read-zip.ts";

/** XML of the parts of a workbook, read in one linear pass: what a workbook of somebody else may hold cannot make it slow. */
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

/** Texts of the items (`si`) of the shared texts, phonetic hints left out. */
export function sharedTexts(xml: string): readonly string[] {
  const items: string[] = [];
  let [item, inside, inPhonetic] = ["", false, false];
  for (const token of tokens(xml)) {
    if ("text" in token) {
      if (inside && !inPhonetic) item += decode(token.text);
    } else if (token.name === "si") {
      item = "";
      if (token.empty) items.push(item);
    } else if (token.name === "/si") items.push(item);
    else if (token.name === "rPh" || token.name === "/rPh") inPhonetic = token.name === "rPh";
    else if (token.name === "t" || token.name === "/t") inside = token.name === "t" && !token.empty;
  }
  return items;
}

/** Reads a part as XML; null where the workbook has none of that name. Throws what `refuse` gives for a document type, which none needs. */
export async function xmlPart(zip: ZipFile, name: string, cap: number, refuse: () => Error): Promise<string | null> {
  const text = await zip.text(name, cap);
  if (text !== null && /<!(?:DOCTYPE|ENTITY)/i.test(text)) throw refuse();
  return text;
}

/** The tags of the sheets that a workbook names, in their order. */
export const sheetTags = (workbook: string): readonly string[] => workbook.match(/<(?:\w+:)?sheet\s[^<>]*>/g) ?? [];

/** `xl/worksheets/sheet2.xml` of the sheet of a tag, wherever the program that saved the workbook put it; null where it is nowhere. */
export function sheetPath(tag: string, rels: string): string | null {
  const id = attribute(tag, "(?:\\w+:)?id");
  if (id === null) return null;
  const rel = (rels.match(/<(?:\w+:)?Relationship\s[^<>]*>/g) ?? []).find((one) => attribute(one, "Id") === id);
  const target = rel === undefined ? null : attribute(rel, "Target");
  if (target === null) return null;
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}
