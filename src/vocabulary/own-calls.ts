import type { CallEntry } from "./call-entry.ts";

/** Functions of what an account has of its own. */
export const OWN_CALLS = [
  {
    name: "in_list",
    arguments: [{ name: "list", rule: { kind: "own-list" } }],
    result: "boolean",
    unit: "none",
    signature: 'in_list("name")',
    doc: "Whether the symbol is on that list of yours on the day; false where it is not.",
    example: 'in_list("Watch")',
  },
  {
    name: "mine",
    arguments: [
      { name: "number", rule: { kind: "own-number" } },
      { name: "day", rule: { kind: "day" } },
    ],
    optional: 1,
    result: "number",
    unit: "none",
    signature: 'mine("name", day)',
    doc: "A number of yours, of the symbol and exactly that day, 0 when left out; in code it is written [mine name], as a data point. Its unit and when it is known come from your file.",
    example: "[mine sentiment -1]",
  },
] as const satisfies readonly CallEntry[];
