import { z } from "zod";
import { SWEEP_VERDICT_NAMES } from "../vocabulary/index.ts";
import { RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const MAX_SEED = 2 ** 31 - 1;
const MAX_NAME = 450;
const SweepQuery = z.strictObject({
  /** Name of the outcome's column; left out, the one that the request names. */
  outcome: z.string().min(1).max(MAX_NAME).optional(),
  /** Of the shuffles that chance is judged by; the same seed gives the same figures. */
  seed: z.coerce.number().int().min(0).max(MAX_SEED).default(1),
});

const Figure = z.number().nullable();
/** One setting: rows, those with an outcome, their days, mean, and share above zero. */
const Cell = z.strictObject({
  values: z.array(z.number()).readonly(),
  rows: z.int(),
  known: z.int(),
  days: z.int(),
  mean: Figure,
  won: Figure,
});
/** A setting with its neighbours: how many have enough rows, the median and the lowest of their means. */
const Plateau = z.strictObject({ cell: z.int(), cells: z.int(), median: z.number(), lowest: z.number() });
const Verdict = z.enum(SWEEP_VERDICT_NAMES);

const Opening = z.strictObject({
  at: z.string(),
  values: z.array(z.number()).readonly(),
  start: z.string(),
  end: z.string(),
  cell: Cell,
});
/** What was tried: runs that somebody started, sweeps and their settings, and looks at days that are held out. */
const History = z.strictObject({
  runs: z.int(),
  sweeps: z.int(),
  settings: z.int(),
  openings: z.array(Opening).readonly(),
  looks: z.int(),
});

export const SweepAnswer = z.strictObject({
  parameters: z
    .array(z.strictObject({ name: z.string(), from: z.number(), to: z.number(), step: z.number(), value: z.number() }))
    .readonly(),
  outcome: z.string(),
  /** First and last day that were looked at. */
  start: z.string(),
  end: z.string(),
  /** Days that are held out; `leftOut`: sessions before them whose rows would read them; `lookedAt`: sessions that remain. */
  held: z
    .strictObject({ part: z.string(), start: z.string(), end: z.string(), leftOut: z.int(), lookedAt: z.int() })
    .nullable(),
  /** Rows of all settings together. */
  rows: z.int(),
  /** One for each setting, the last parameter turning fastest. */
  cells: z.array(Cell).readonly(),
  /** Place of the best cell of enough rows. */
  peak: z.int().nullable(),
  aroundPeak: Plateau.nullable(),
  best: Plateau.nullable(),
  /** The best setting where outcomes are shuffled within each day. */
  chance: z
    .strictObject({ draws: z.int(), seed: z.int(), median: z.number(), high: z.number(), share: z.number() })
    .nullable(),
  verdict: Verdict,
  seconds: z.number(),
  history: History,
});

export type SweepAnswer = z.infer<typeof SweepAnswer>;

const SweepOpeningBody = z.strictObject({
  /** A value of each parameter, in their order. */
  values: z.array(z.number()).min(1).max(2),
  outcome: z.string().min(1).max(MAX_NAME).optional(),
});

export const SweepOpeningAnswer = z.strictObject({ history: History });

export type SweepOpeningAnswer = z.infer<typeof SweepOpeningAnswer>;

const PROBLEMS = [
  "not-found",
  "bad-request",
  "invalid-request",
  "too-many",
  "out-of-memory",
  "engine-down",
  "no-market",
] as const;

/** The outcome at every setting of a request's parameters. */
export const SWEEP_ROUTES = {
  sweep: {
    method: "GET",
    path: "/v1/data-requests/:id/sweep",
    summary:
      "The outcome at every setting of the request's parameters, and what the best of them makes by chance; runs a scan, and is kept among what was tried",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: SweepQuery,
    answer: SweepAnswer,
    status: 200,
    problems: PROBLEMS,
  },
  openSweep: {
    method: "POST",
    path: "/v1/data-requests/:id/sweep/openings",
    summary: "Looks at the days that are held out, at one setting; every look is kept and counted",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    body: SweepOpeningBody,
    answer: SweepOpeningAnswer,
    status: 200,
    problems: PROBLEMS,
  },
} as const satisfies Record<string, Route>;
