import type { CallEntry } from "./call-entry.ts";

/** Functions of what an account has of its own. */
export const OWN_CALLS = [
  {
    name: "in_list",
    arguments: [{ name: "list", rule: { kind: "own-list" } }],
    result: "boolean",
    unit: "none",
    signature: 'in_list("name")',
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
    example: "[mine sentiment -1]",
  },
] as const satisfies readonly CallEntry[];
