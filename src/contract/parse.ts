import { z } from "zod";
import type { Member } from "../formula/index.ts";
import { LIMITS, SEVERITIES } from "../vocabulary/index.ts";
import type { Route } from "./route.ts";

/** One replacement in the text; `from` and `to` are equal for an insertion. */
const Edit = z.object({ from: z.int(), to: z.int(), insert: z.string() });

/** A finding in a formula: stable code, offsets into the text as sent, and edits that would repair it. */
export const Finding = z.object({
  code: z.string(),
  severity: z.enum(SEVERITIES),
  from: z.int(),
  to: z.int(),
  message: z.string(),
  fixes: z
    .array(z.object({ label: z.string(), edits: z.array(Edit).readonly() }))
    .readonly()
    .optional(),
});

export type Finding = z.infer<typeof Finding>;

/** `POST /parse`. A longer text gets the diagnostic `too-long`, not an error of the protocol. */
export const ParseBody = z.strictObject({
  formula: z.string().max(16 * LIMITS.formulaCharacters),
  is_filter: z.boolean().default(false),
  /** Names of the columns joined by `|`; only for columns. */
  column_list: z.string().max(200_000).default(""),
  notation: z.enum(["code", "words"]).default("code"),
  /** The chosen values of the request's parameters by their names without `$`. */
  parameters: z
    .record(z.string().max(100), z.number())
    .refine((values) => Object.keys(values).length <= LIMITS.parameters)
    .default({}),
});

export const ParseAnswer = z.object({
  success: z.boolean(),
  /** The members in source order; empty on failure. */
  result: z.array(z.custom<Member>((value) => typeof value === "object" && value !== null)).readonly(),
  diagnostics: z.array(Finding).readonly(),
  code: z.string().nullable(),
  words: z.string().nullable(),
  type: z.string().nullable(),
  unit: z.string().nullable(),
  known_at: z.object({ day: z.int(), minute: z.union([z.int(), z.literal("close")]), label: z.string() }).nullable(),
});

/** The language without a login. */
export const PARSE_ROUTES = {
  parse: {
    method: "POST",
    path: "/parse",
    summary: "Reads and checks one formula",
    access: "public",
    // The editor calls it 400 ms after each pause in typing, and many users may share one address.
    limit: { calls: 30_000, seconds: 60 },
    body: ParseBody,
    answer: ParseAnswer,
    status: 200,
    problems: ["bad-request", "too-large"],
  },
} as const satisfies Record<string, Route>;
