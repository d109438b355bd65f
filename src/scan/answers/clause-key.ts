import { createHash } from "node:crypto";
import type { Snapshot } from "../../market/index.ts";
import { isCrossSectional as isOverMany, seriesOf, type NodeId, type Series } from "../plan/expression.ts";
import { partOf, planPart } from "../plan/part.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanOptions } from "../plan/planner.ts";
import type { ScanProfile } from "../profile.ts";
import type { Names } from "../sql/names.ts";
import { columnsStatement, isInline, stagedRank, stagedStatement } from "../sql/print.ts";

/** Where an answer is kept, as a decimal number of 64 bits. */
export type ClauseKey = string;

/** What of a plan's series is some user's own: an answer made from it may not be kept for others. */
export const IS_PRIVATE: Readonly<Record<Series["kind"], boolean>> = {
  intraday: false,
  "intraday-at": false,
  indicator: false,
  "bar-number": false,
  "dividend-factor": false,
  period: false,
  "period-indicator": false,
  other: false,
  "own-list": true,
  "own-number": true,
  identity: false,
  fact: false,
  "days-to": false,
  event: false,
  statement: false,
  trade: false,
  rank: false,
  across: false,
};

/** Whether all of a plan may be kept for others. */
export const isPublic = (plan: Pick<Plan, "series">): boolean => plan.series.every(({ kind }) => !IS_PRIVATE[kind]);

/** How answers are stored; another number makes those stored before unknown. */
const FORMAT = 1;

/** Name of the rows from which a clause's statement starts. */
export const DAYS_RELATION = "days";

/** A formula may be a filter and a column at once: the set of one says on which days it holds, that of the other on which it is known. */
export type ClauseUse = "condition" | "value";

const MAX_CACHED = 10_000;
const cached = new WeakMap<ScanProfile, Map<string, ClauseKey>>();

/**
 * Keys of clauses: made of the very statements that would compute each alone, with all that is bound to them, and of what
 * the data are. So whatever changes a value changes the key, and no name that a user gave is in it.
 */
export function clauseKeys(
  snapshot: Snapshot,
  profile: ScanProfile,
  plan: Plan,
  options: PlanOptions,
): (node: NodeId, use: ClauseUse) => ClauseKey {
  const known = cached.get(profile) ?? new Map<string, ClauseKey>();
  cached.set(profile, known);
  return (node, use) => {
    const part = partOf(plan, node);
    const text = JSON.stringify([use, part, options.buckets ?? true]);
    const found = known.get(text);
    if (found !== undefined) return found;
    const key = hashOf(profile, [use, ...statementsOf(snapshot, planPart(part, DAYS_RELATION, profile, options))]);
    if (known.size >= MAX_CACHED) known.clear();
    known.set(text, key);
    return key;
  };
}

/** Key of the condition that every security-day fulfils. */
export const everyKey = (snapshot: Snapshot, profile: ScanProfile, { sessions }: Plan): ClauseKey =>
  hashOf(profile, [snapshot.table("daily"), sessions]);

function hashOf(profile: ScanProfile, of: unknown[]): ClauseKey {
  const hash = createHash("sha256").update(JSON.stringify([FORMAT, profile.engine, profile.snapshot, of]));
  return BigInt(`0x${hash.digest("hex").slice(0, 16)}`).toString();
}

function statementsOf(snapshot: Snapshot, plan: Plan): unknown[] {
  const names: Names = {
    table: snapshot.table,
    wholeTable: snapshot.table,
    relation: (name) => name,
    ofPass: () => "1",
  };
  const ofRelations = (relations: Plan["relations"]): unknown[] =>
    relations
      .filter((each) => each !== plan.result && !isInline(plan, each))
      .map((each) => stagedStatement(plan, each, relations, names));
  return [
    ...plan.ranks.flatMap((rank, index) => [...ofRelations(rank.relations), stagedRank(plan, index, names)]),
    ...ofRelations(plan.relations),
    columnsStatement(plan, names),
  ];
}

/** Whether a clause looks across securities: it is computed for every security-day, by a pass of its own. */
export function isCrossSectional(plan: Plan, node: NodeId): boolean {
  const { nodes, series, roots } = partOf(plan, node);
  return roots.length > 0 && nodes.some((each) => each.op === "lookup" && isOverMany(seriesOf(series, each.series)));
}
