import type { Span } from "../tree.ts";

/** A token of another formula language; comments are left out. */
export interface Token extends Span {
  readonly kind: "number" | "text" | "name" | "sign" | "own" | "other";
  readonly text: string;
}

/**
 * What formula languages have in common. `own` is a data point or column of ours, as Excel users put them between their
 * functions. Names may have dots: ta.sma, AVGC20.1.
 */
const TOKEN =
  /(?<blank>\s+|\/\*[\s\S]*?\*\/|\/\/[^\n]*|#[^\n]*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|(?<text>"(?:[^"]|"")*"|'[^']*')|(?<name>[A-Za-z_$][\w$]*(?:\.\w+)*)|(?<sign>:=|==|!=|<>|<=|>=|&&|\|\||\*\*|[-+*/^%<>=!?:,;()[\]&])|(?<other>[\s\S])/gu;

/** The same with data points and columns in one piece. */
const WITH_OWN = new RegExp(String.raw`(?<own>\[[^[\]]*\]|\{[^{}]*\})|${TOKEN.source}`, "gu");

export function tokensOf(text: string, own: boolean): readonly Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(own ? WITH_OWN : TOKEN)) {
    const groups = match.groups ?? {};
    const kind = KINDS.find((one) => groups[one] !== undefined);
    if (kind) found.push({ kind, text: match[0], from: match.index, to: match.index + match[0].length });
  }
  return found;
}
const KINDS = ["own", "number", "text", "name", "sign", "other"] as const;
