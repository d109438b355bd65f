import { z } from "zod";
import { PairsQuery } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

/** `open` until somebody says that it is right. */
export const FINDING_STATES = ["open", "accepted"] as const;

const Key = {
  symbol: z.string().min(1).max(40),
  date: z.iso.date(),
  kind: z.string().min(1).max(40),
};

const Finding = z.strictObject({
  ...Key,
  seen: z.string(),
  expected: z.string(),
  state: z.enum(FINDING_STATES),
  /** `open high low close volume` of the bar that is doubted, as traded; empty where there is none. */
  bar: z.string(),
  /** Whether there is a bar that can be left out or given anew. */
  of_bar: z.boolean(),
});
export type MarketFinding = z.infer<typeof Finding>;

const price = z.number().positive().max(1e9);

/** What the check of the market doubts, and what an administrator says of it. */
export const FINDING_ROUTES = {
  marketFindings: {
    method: "GET",
    path: "/v1/admin/market-findings",
    summary: "What the check of the market data doubts, the newest days first",
    access: "super_admin",
    query: PairsQuery.extend({ state: z.enum(FINDING_STATES).default("open") }),
    answer: z.strictObject({
      items: z.array(Finding),
      /** False where the market was not checked when it was imported. */
      checked: z.boolean(),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
    }),
    status: 200,
    problems: ["bad-request", "engine-down"],
  },
  pinnedValues: {
    method: "GET",
    path: "/v1/admin/pinned-values",
    summary: "Pinned values that the market of now does not give",
    access: "super_admin",
    answer: z.strictObject({
      /** Null where no file of pinned values is named. */
      check: z
        .strictObject({
          count: z.int(),
          broken: z.int(),
          /** Of those that do not hold, at most 500. */
          items: z.array(
            z.strictObject({
              row: z.int(),
              symbol: z.string(),
              date: z.string(),
              formula: z.string(),
              /** As it stands in the file; empty for null. */
              expected: z.string(),
              seen: z.string(),
            }),
          ),
          mistakes: z.array(z.strictObject({ row: z.int().nullable(), message: z.string() })),
        })
        .nullable(),
    }),
    status: 200,
    problems: ["engine-down"],
  },
  settleFinding: {
    method: "POST",
    path: "/v1/admin/market-findings/settle",
    summary: "Accepts a finding, excludes its bar from the market, or opens it again",
    access: "super_admin",
    body: z.strictObject({ ...Key, verdict: z.enum(["accept", "exclude", "reopen"]) }),
    answer: z.strictObject({ bar: z.string() }),
    status: 200,
    problems: ["bad-request", "conflict", "engine-down"],
  },
  restateFinding: {
    method: "POST",
    path: "/v1/admin/market-findings/restate",
    summary: "Gives the bar of a finding anew, as an import of that one row",
    access: "super_admin",
    body: z.strictObject({
      ...Key,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: z.int().min(0).max(1e15),
    }),
    answer: z.strictObject({ before: z.string() }),
    status: 200,
    problems: ["bad-request", "conflict", "engine-down"],
  },
} as const satisfies Record<string, Route>;
