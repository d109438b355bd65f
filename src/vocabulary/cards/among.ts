import { AGGREGATES, SECURITY_GROUPS } from "../security-groups.ts";
import type { AggregateName, SecurityGroup } from "../security-groups.ts";

/** What becomes of a number among those of other securities: a function with the group or the aggregate that it takes. */
export interface Among {
  readonly value: string;
  readonly label: string;
  readonly call: string;
  readonly by?: SecurityGroup;
  readonly aggregate?: AggregateName;
}

const PLACES = { rank: "rank", pct_rank: "percentile", z_score: "z-score" };
const SUMMARIES = { avg: "average", sum: "total", group_median: "median" };
const MARKET = { avg: "average", sum: "total", median: "median", min: "lowest", max: "highest" } as const;

const byGroup = (call: string, what: string): readonly Among[] =>
  SECURITY_GROUPS.map(({ name, label }) => ({
    value: `${call} by ${name}`,
    label: `${what} ${call in PLACES ? "in" : "of"} ${label}`,
    call,
    by: name,
  }));

/** All that a card offers; conditions over a group or the market are formulas. */
export const AMONG: readonly Among[] = [
  ...Object.entries(PLACES).flatMap(([call, what]) => [
    { value: call, label: `${what} among all`, call },
    ...byGroup(call, what),
  ]),
  ...Object.entries(SUMMARIES).flatMap(([call, what]) => byGroup(call, what)),
  ...AGGREGATES.flatMap(({ name }) =>
    name === "count" || name === "percent"
      ? []
      : [{ value: `market ${name}`, label: `${MARKET[name]} of the market`, call: "market", aggregate: name }],
  ),
];
