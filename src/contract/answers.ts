import { z } from "zod";
import { LIMITS, TRADE_SIDES, VALUE_TYPES } from "../vocabulary/index.ts";
import { RequestBody } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const ValueType = z.enum(VALUE_TYPES);
/** Number, text, truth, date yyyy-MM-dd, time in minutes since midnight; null is null or unknown. */
export const Answer = z.union([z.number(), z.string(), z.boolean(), z.null()]);
export type AnsweredValue = z.infer<typeof Answer>;
const Text = z.string().nullable();
const Count = z.number().nullable();
/** One security-day. The date is checked by the server, which answers what is wrong with it. */
const symbolDay = { symbol: z.string().max(100), date: z.string().max(40) };
const FormulaText = z.string().max(16 * LIMITS.formulaCharacters);

/** On the snapshot of that id while the market keeps it, else on the newest; the answer says on which. */
const ExplainBody = z.strictObject({ request: RequestBody, ...symbolDay, snapshot: z.string().max(64).optional() });

const NamedFormula = z.strictObject({ name: z.string().max(1_000), formula: FormulaText });

/** Formulas in code; `columns` are those that they may name in braces. */
const ValuesBody = z.strictObject({
  ...symbolDay,
  formulas: z.array(FormulaText).min(1).max(LIMITS.columns),
  columns: z.array(NamedFormula).max(LIMITS.columns).default([]),
});
const FieldValuesBody = z.strictObject(symbolDay);

/** Places of the filters from 1, in the order wanted; the request's own where left out. */
const FunnelBody = z.strictObject({
  request: RequestBody,
  order: z.array(z.int()).max(LIMITS.filters).optional(),
});

/** A formula over a range of days, only over the rows on which every filter is true. */
const DistributionBody = z.strictObject({
  formula: FormulaText,
  start_date: z.string().max(40),
  end_date: z.string().max(40),
  filters: z.array(FormulaText).max(LIMITS.filters).default([]),
  columns: z.array(NamedFormula).max(LIMITS.columns).default([]),
});

const Reason = z.object({
  code: z.string(),
  text: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Places, among the parts, of those that made it null. */
  of: z.array(z.int()).readonly(),
});

const BarsUsed = z.object({ count: z.number(), first: Text, last: Text });
const onDay = { date: Text, day: z.int() };
/** Of another security than the row's. */
const ofSymbol = { symbol: z.string().optional() };
/** What later dividends multiply a price with, where it is without them. */
const dividends = { dividends: z.number().optional() };
const Source = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("day"), ...onDay, factor: Count, ...dividends, ...ofSymbol }),
  z.object({
    kind: z.literal("range"),
    ...ofSymbol,
    from: Text,
    to: Text,
    sessions: z.int(),
    used: BarsUsed.nullable(),
    skipped: z.object({
      outside: z.number(),
      halted: z.number(),
      unlisted: z.number(),
      delisted: z.number(),
      empty: z.number(),
    }),
    picked: Text,
    factors: z.tuple([z.number(), z.number()]).readonly().nullable(),
  }),
  z.object({
    kind: z.literal("window"),
    ...ofSymbol,
    ...onDay,
    start: z.int(),
    end: z.int(),
    bars: z.int(),
    first: Count,
    last: Count,
    picked: Count,
    factor: Count,
    ...dividends,
  }),
  z.object({
    kind: z.literal("indicator"),
    ...ofSymbol,
    ...onDay,
    bars: BarsUsed,
    needs: z.number(),
    settles: Count,
    factor: Count,
    ...dividends,
  }),
  z.object({
    kind: z.literal("trade"),
    side: z.enum(TRADE_SIDES),
    entry: z.number(),
    entered: Count,
    stop: Count,
    target: Count,
    exit: Count,
    date: Text,
    time: Count,
    reason: Text,
    path: Text,
    worst: Count,
    best: Count,
    flags: Text,
  }),
  z.object({ kind: z.literal("fact"), ...ofSymbol, ...onDay, known: Text, announced: z.string().optional() }),
  z.object({ kind: z.literal("statement"), ...ofSymbol, ...onDay, quarter: Text, known: Text }),
  z.object({ kind: z.literal("event"), ...ofSymbol, ...onDay, minutes: z.array(z.number()).readonly() }),
]);

/** Which import brought what a value rests on; of many of one source there is one with their number. */
const Origin = z.object({
  /** The kind of file, as `docs/importing.md` names them. */
  of: z.string(),
  /** A connector, a kind of files, `demo` or `administrator`; null where it came with a version that kept no record. */
  source: Text,
  /** File, or page of a fetch; null where there are several, or none. */
  file: Text,
  files: z.int(),
  /** Form and accession number. */
  filing: Text,
  /** When the first and the last of them were imported, ISO 8601, UTC. */
  imported: Text,
  last_imported: Text,
  /** Days with bars, or rows, that came so. */
  rows: z.int(),
});
export type ExplainedOrigin = z.infer<typeof Origin>;

/** One sub-expression on one security-day; offsets are into `text` of the formula, or of the column above it. */
const Part = z.object({
  code: z.string(),
  from: z.int(),
  to: z.int(),
  day: z.int(),
  date: Text,
  type: ValueType,
  value: Answer,
  reason: Reason.nullable(),
  source: Source.nullable(),
  origins: z.array(Origin).readonly(),
  known: Text,
  elements: z
    .array(z.object({ date: z.string(), bar: z.boolean(), value: Answer }))
    .readonly()
    .nullable(),
  text: Text,
  cut: z.boolean(),
  get parts() {
    return z.array(Part).readonly();
  },
});
export type ExplainedPart = z.infer<typeof Part>;

const Formula = z.object({ label: z.string(), text: z.string(), code: z.string(), unit: Text, root: Part });

export type ExplainedFormula = z.infer<typeof Formula>;

/** What keeps a filter from being true: parts that all have to change, or one of which is enough. */
const Deciding = z.union([
  z.object({
    kind: z.literal("part"),
    code: z.string(),
    day: z.int(),
    date: z.string(),
    wanted: z.boolean(),
    got: z.boolean().nullable(),
    off: z
      .object({
        op: z.string(),
        type: ValueType,
        value: Answer,
        threshold: Answer,
        difference: Count,
        percent: Count,
      })
      .nullable(),
  }),
  z.object({
    kind: z.enum(["all", "any"]),
    get parts() {
      return z.array(Deciding).readonly();
    },
  }),
]);
export type DecidingParts = z.infer<typeof Deciding>;

const Absence = z.object({ code: z.string(), text: z.string() }).nullable();

export const ExplainAnswer = z.strictObject({
  /** The state of the market that was read. */
  snapshot: z.strictObject({ id: z.string(), date: z.string() }).nullable(),
  symbol: z.string(),
  date: z.string(),
  /** Null where there is a row of that symbol and day before any filter. */
  absence: Absence,
  /** What the check of the market doubts of the day: kind, what was seen, what was expected. */
  doubts: z.array(z.object({ kind: z.string(), seen: z.string(), expected: z.string() })).readonly(),
  within: z.boolean(),
  qualifies: z.boolean(),
  filters: z.array(Formula.extend({ failed: Deciding.nullable() })).readonly(),
  columns: z.array(Formula).readonly(),
});
export type ExplainAnswer = z.infer<typeof ExplainAnswer>;

export const ValuesAnswer = z.strictObject({
  symbol: z.string(),
  date: z.string(),
  absence: Absence,
  formulas: z.array(Formula).readonly(),
});
export type ValuesAnswer = z.infer<typeof ValuesAnswer>;

const Steps = z.array(z.object({ label: z.string(), code: z.string(), rows: z.number() })).readonly();

export const FunnelAnswer = z.strictObject({
  rows: z.number(),
  order: z.array(z.int()).readonly(),
  steps: Steps,
  alone: Steps,
  without: Steps,
  /** Rows by which filters are true (1) and which are not (0): enough for the funnel of any order. */
  patterns: z
    .array(z.object({ pass: z.string(), rows: z.number() }))
    .readonly()
    .nullable(),
});
export type FunnelAnswer = z.infer<typeof FunnelAnswer>;

/** How the values of a column are spread; which of the three there are follows from the type. */
export const ANSWER_SPREAD = {
  type: ValueType,
  min: Answer,
  max: Answer,
  numbers: z
    .object({
      mean: z.number(),
      deviation: z.number(),
      quantiles: z.array(z.object({ p: z.number(), value: z.number() })).readonly(),
      histogram: z.object({
        below: z.number(),
        above: z.number(),
        bins: z.array(z.object({ from: z.number(), to: z.number(), rows: z.number() })).readonly(),
      }),
    })
    .nullable(),
  truths: z.object({ true: z.number(), false: z.number(), share: Count }).nullable(),
  top: z
    .object({ distinct: z.number(), values: z.array(z.object({ value: Answer, rows: z.number() })).readonly() })
    .nullable(),
};

export const DistributionAnswer = z.strictObject({
  unit: Text,
  rows: z.number(),
  nulls: z.number(),
  share: Count,
  ...ANSWER_SPREAD,
});
export type DistributionAnswer = z.infer<typeof DistributionAnswer>;

/** Each of these reads the market while the caller waits. */
const ANSWER_PROBLEMS = [
  "bad-request",
  "invalid-request",
  "no-market",
  "too-many",
  "out-of-memory",
  "market-changed",
  "engine-down",
] as const;

/** Answers to "why". */
export const ANSWER_ROUTES = {
  explain: {
    method: "POST",
    path: "/v1/explain",
    summary: "Every part of a request on one symbol and day, why it is null, and what keeps the row out",
    access: "user",
    scope: "data_requests",
    body: ExplainBody,
    answer: ExplainAnswer,
    status: 200,
    problems: ANSWER_PROBLEMS,
  },
  values: {
    method: "POST",
    path: "/v1/values",
    summary: "Every part of formulas on one symbol and day, and why it is null",
    access: "user",
    scope: "data_requests",
    body: ValuesBody,
    answer: ValuesAnswer,
    status: 200,
    problems: ANSWER_PROBLEMS,
  },
  fieldValues: {
    method: "POST",
    path: "/v1/values/fields",
    summary: "Every data point of the catalogue on one symbol and day",
    access: "user",
    scope: "data_requests",
    body: FieldValuesBody,
    answer: ValuesAnswer,
    status: 200,
    problems: ANSWER_PROBLEMS,
  },
  funnel: {
    method: "POST",
    path: "/v1/funnel",
    summary: "What each filter of a request leaves, in any order, alone, and without it",
    access: "user",
    scope: "data_requests",
    limit: { calls: 60, seconds: 60 },
    body: FunnelBody,
    takesText: "request",
    answer: FunnelAnswer,
    status: 200,
    problems: ANSWER_PROBLEMS,
  },
  distribution: {
    method: "POST",
    path: "/v1/distribution",
    summary: "How the values of a formula are spread over a range of days",
    access: "user",
    scope: "data_requests",
    limit: { calls: 60, seconds: 60 },
    body: DistributionBody,
    answer: DistributionAnswer,
    status: 200,
    problems: ANSWER_PROBLEMS,
  },
} as const satisfies Record<string, Route>;
