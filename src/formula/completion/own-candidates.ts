import { ownKey } from "../../vocabulary/index.ts";
import type { OwnListName, OwnNumberName } from "../../vocabulary/index.ts";
import type { CheckEnv } from "../check/env.ts";
import { knownAtText } from "../known-at.ts";
import { NOTATIONS } from "../notation.ts";
import type { NotationName } from "../notation.ts";
import type { Node } from "../tree.ts";
import type { Candidate } from "./candidates.ts";

const AT = { from: 0, to: 0 } as const;

/** A call of something of the account's own by its name. */
const named = (call: "in_list" | "mine", name: string): Node => ({
  ...AT,
  kind: "call",
  name: call,
  args: [{ ...AT, kind: "text", value: name }],
});

const listCandidate = ({ name }: OwnListName, inserts: readonly string[]): Candidate => ({
  kind: "own",
  key: `list ${ownKey(name)}`,
  names: [name, `in_list ${name}`],
  titles: [],
  label: name,
  inserts,
  detail: "list",
  doc: "A list of yours: whether the symbol is on it on the row's day.",
});

const numberCandidate = (
  { name, unit, known }: OwnNumberName,
  label: string,
  inserts: readonly string[],
): Candidate => ({
  kind: "own",
  key: `number ${ownKey(name)}`,
  names: [name, `mine ${name}`],
  titles: [],
  label,
  inserts,
  detail: unit === "plain" ? "number" : unit,
  doc: `A number of yours, known ${knownAtText(known)}.`,
});

/** What begins a value: each list as its condition, each number in its brackets. */
export const ownValues = ({ own }: CheckEnv, notation: NotationName): readonly Candidate[] => [
  ...(own?.lists ?? []).map((list) => listCandidate(list, [NOTATIONS[notation].print(named("in_list", list.name))])),
  ...(own?.numbers ?? []).map((one) =>
    numberCandidate(one, `mine ${one.name}`, [NOTATIONS[notation].print(named("mine", one.name))]),
  ),
];

/** What stands in the brackets: behind `[` the word mine as well. */
export const ownNumberWords = ({ own }: CheckEnv, lead: "" | "mine "): readonly Candidate[] =>
  (own?.numbers ?? []).map((one) => numberCandidate(one, `${lead}${one.name}`, [`${lead}${one.name}`]));

/** The names that a function of the account's own takes, in quotes. */
export function ownTexts({ own }: CheckEnv, kind: "own-list" | "own-number" | null): readonly Candidate[] {
  if (kind === "own-list")
    return (own?.lists ?? []).map((list) => listCandidate(list, [NOTATIONS.code.print(text(list.name))]));
  if (kind === "own-number")
    return (own?.numbers ?? []).map((one) => numberCandidate(one, one.name, [NOTATIONS.code.print(text(one.name))]));
  return [];
}

const text = (value: string): Node => ({ ...AT, kind: "text", value });
