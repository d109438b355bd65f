import { z } from "zod";
import { STUDY_GRID_PARTS, STUDY_PARTS } from "../vocabulary/index.ts";
import { RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const MAX_SEED = 2 ** 32 - 1;
const seed = z.coerce.number().int().min(0).max(MAX_SEED).default(1);
const StudyQuery = z.strictObject({
  /** Place of the outcome among the columns, from 0: a number that is an Outcome; left out, the one that the request names, or the first. */
  outcome: z.coerce.number().int().min(0).max(1000).optional(),
  /** Of the days that are drawn again for the intervals; the same seed gives the same intervals. */
  seed,
});

const Figure = z.number().nullable();
const Interval = z.strictObject({ low: z.number(), high: z.number() }).nullable();
/** Rows with an outcome, their sessions, mean, share above zero, and the 95 % interval of the mean from 30 sessions on. */
const GROUP = { rows: z.int(), days: z.int(), mean: Figure, winRate: Figure, interval: Interval } as const;
const Group = z.strictObject(GROUP);
const NamedGroups = z.array(z.strictObject({ label: z.string(), ...GROUP })).readonly();

const Figures = z.strictObject({
  ...GROUP,
  securities: z.int(),
  median: Figure,
  winInterval: Interval,
  averageWin: Figure,
  averageLoss: Figure,
  /** Mean in units of the average loss. */
  expectancy: Figure,
  profitFactor: Figure,
  best: Figure,
  worst: Figure,
  /** Mean without the best hundredth of the rows. */
  withoutBest: Figure,
});

/** A column cut into parts of about as many rows; a part holds the values from `from` to `to`. */
const Column = z.strictObject({
  place: z.int(),
  /** Share of the outcome's variance between its five parts. */
  separates: z.number(),
  parts: z
    .array(
      z.strictObject({
        count: z.literal(STUDY_PARTS),
        bars: z.array(z.strictObject({ part: z.int(), from: z.number(), to: z.number(), ...GROUP })).readonly(),
      }),
    )
    .readonly(),
  empty: Group,
});

export const StudyAnswer = z.strictObject({
  outcome: z.int(),
  seed: z.int(),
  draws: z.int(),
  figures: Figures,
  years: NamedGroups,
  halves: NamedGroups,
  months: NamedGroups,
  weekdays: NamedGroups,
  topSecurities: NamedGroups,
  /** Means of the days added up, and the fall from the peak. */
  curve: z
    .array(z.strictObject({ date: z.string(), rows: z.int(), mean: z.number(), sum: z.number(), drawdown: z.number() }))
    .readonly(),
  columns: z.array(Column).readonly(),
});

export type StudyAnswer = z.infer<typeof StudyAnswer>;

export const StudyPathAnswer = z.strictObject({
  outcome: z.int(),
  seed: z.int(),
  /** Of every n-th row, since there are too many. */
  sampled: z.boolean(),
  /** Sessions from the day of a row, 0 its own; the change in per cent of the adjusted close from that of its day. */
  points: z.array(z.strictObject({ offset: z.int(), ...GROUP })).readonly(),
});

export type StudyPathAnswer = z.infer<typeof StudyPathAnswer>;

const place = z.coerce.number().int().min(0).max(1000).optional();
const GridQuery = StudyQuery.extend({
  /** Places of two columns of numbers or times; left out, the first two beside the outcome. */
  across: place,
  down: place,
  parts: z.coerce.number().pipe(z.literal(STUDY_GRID_PARTS)).default(3),
});

/** Parts are those of the study, which says from where to where each goes; a cell without rows is missing. */
export const StudyGridAnswer = z.strictObject({
  outcome: z.int(),
  seed: z.int(),
  across: z.int(),
  down: z.int(),
  parts: z.literal(STUDY_GRID_PARTS),
  cells: z.array(z.strictObject({ across: z.int(), down: z.int(), ...GROUP })).readonly(),
});

export type StudyGridAnswer = z.infer<typeof StudyGridAnswer>;

export const StudyBaseAnswer = z.strictObject({
  seed: z.int(),
  /** Whole days drawn at random, since minutes are read. */
  sampled: z.boolean(),
  all: Group,
  /** After each filter and those before it, and without it. */
  steps: z.array(z.strictObject({ label: z.string(), code: z.string(), after: Group, without: Group })).readonly(),
});

export type StudyBaseAnswer = z.infer<typeof StudyBaseAnswer>;

/** What the rows of a finished run were worth. */
export const STUDY_ROUTES = {
  study: {
    method: "GET",
    path: "/v1/data-requests/:id/study",
    summary:
      "What the rows were worth by an outcome: figures with 95 % intervals, by time and security, and each column in parts against it",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: StudyQuery,
    answer: StudyAnswer,
    status: 200,
    problems: ["not-found", "bad-request", "not-finished", "too-many", "out-of-memory", "engine-down"],
  },
  studyPath: {
    method: "GET",
    path: "/v1/data-requests/:id/study/path",
    summary: "Where the adjusted close of the rows stood on average from 10 sessions before their day to 20 after it",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: StudyQuery,
    answer: StudyPathAnswer,
    status: 200,
    problems: ["not-found", "bad-request", "not-finished", "too-many", "out-of-memory", "engine-down"],
  },
  studyGrid: {
    method: "GET",
    path: "/v1/data-requests/:id/study/grid",
    summary: "Two columns against the outcome at once, each in the parts of the study",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: GridQuery,
    answer: StudyGridAnswer,
    status: 200,
    problems: ["not-found", "bad-request", "not-finished", "too-many", "out-of-memory", "engine-down"],
  },
  studyBase: {
    method: "GET",
    path: "/v1/data-requests/:id/study/base",
    summary: "The same outcome without the filters, and what each filter adds to it; runs a scan",
    access: "user",
    scope: "data_requests",
    params: RunParams,
    query: StudyQuery,
    answer: StudyBaseAnswer,
    status: 200,
    problems: [
      "not-found",
      "bad-request",
      "not-finished",
      "invalid-request",
      "too-many",
      "out-of-memory",
      "engine-down",
      "no-market",
    ],
  },
} as const satisfies Record<string, Route>;
