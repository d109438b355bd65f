import type { Node } from "../../formula/index.ts";
import type { OwnData } from "../../vocabulary/index.ts";
import type { MarketProfile } from "../../market/index.ts";
import type { Sessions } from "./coverage.ts";
import { costOf } from "./cost.ts";
import type { NodeId } from "./expression.ts";
import { Lowering, type ColumnTrees } from "./lower.ts";
import type { Plan, PlannedColumn } from "./plan.ts";
import { planNotes } from "./notes.ts";
import { NO_OWN_DATA, ownRowsOf } from "./own-rows.ts";
import { atomsOf, sessionsAhead } from "./reach.ts";
import { RelationPlanner, type PlanMarket, type PlanOptions } from "./relations.ts";
import { stagesOf } from "./stages.ts";

export type { PlanMarket, PlanOptions } from "./relations.ts";

/** The planner's input from a request: checked trees and the requested days. */
interface PlanRequest {
  /** yyyy-MM-dd, both included. */
  readonly start: string;
  readonly end: string;
  readonly filters: readonly { readonly label: string; readonly code: string; readonly tree: Node }[];
  readonly columns: readonly { readonly name: string; readonly tree: Node }[];
  /** What they name of the account's own. */
  readonly own?: OwnData;
  /** Sessions that are left out before the last one: what follows is held out, and their rows would read it. */
  readonly leftOut?: number;
}

/**
 * The logical plan of a request: filters by rising cost, each only for the rows that survived the ones before, then the
 * columns for the survivors.
 */
export function planScan(
  request: PlanRequest,
  trees: ColumnTrees,
  market: PlanMarket,
  options: PlanOptions = {},
): Plan {
  const own = request.own ?? NO_OWN_DATA;
  const lowering = new Lowering(trees, own);
  const { graph } = lowering;
  const filters = request.filters.map((filter) => ({ ...filter, node: lowering.lower(filter.tree) }));
  const columns: PlannedColumn[] = request.columns.map((column, index) => {
    const node = lowering.lower(column.tree);
    return { id: `c${index + 2}`, node, type: lowering.typeOf(node) };
  });
  const symbol = graph.add({
    op: "lookup",
    type: "text",
    series: graph.addSeries({ kind: "identity", field: "symbol" }),
    day: 0,
  });
  const date = graph.add({ op: "bar", type: "date", column: "date", adjusted: false });
  const { marks, notes } = planNotes(
    graph,
    columns.map((column) => column.node),
  );
  const roots = [symbol, date, ...columns.map((column) => column.node), ...marks.map((mark) => mark.node)];

  const everything = [...roots, ...filters.map((filter) => filter.node)];
  const sessions = sessionsBetween(market, request.start, request.end, request.leftOut ?? 0);
  const relations = new RelationPlanner(graph, sessions, market, options);
  relations.planRanks(everything, sessions);

  const { stages, planned } = stagesOf(filters, graph.nodes, (node) => costOf(graph.nodes, graph.series, node));
  let rows: string | null = null;
  let carried: ReadonlySet<NodeId> = new Set();
  stages.forEach((stage, index) => {
    const later = [...roots, ...stages.slice(index + 1).flatMap((next) => next.flags)];
    const needed = atomsOf(graph.nodes, later);
    const here = atomsOf(graph.nodes, stage.flags);
    const sharedSource = relations.sharedSource(here, needed, rows !== null && options.gather === true);
    const keep = [...needed].filter((atom) => here.has(atom) || carried.has(atom) || sharedSource.has(atom));
    rows = relations.rows({
      name: `s${index + 1}`,
      rows,
      sessions,
      carried,
      flags: stage.flags,
      keep,
    }).name;
    carried = new Set(keep);
  });
  const result = relations.planColumns(rows, carried, roots);
  const parts = relations.parts(everything);
  const ownRows = ownRowsOf(own, { ...parts, calendar: market.calendar });
  return { ...parts, own: ownRows, filters: planned, symbol, date, columns, marks, notes, result };
}

/** Whether a number compares as it is, without the tolerance of computed ones. */
export function comparesExactly(tree: Node, trees: ColumnTrees, own: OwnData = NO_OWN_DATA): boolean {
  const lowering = new Lowering(trees, own);
  return lowering.isExact(lowering.lower(tree));
}

/** Sessions behind a row's own that any formula of a request reads. */
export function readsAhead(request: Pick<PlanRequest, "filters" | "columns" | "own">, trees: ColumnTrees): number {
  const lowering = new Lowering(trees, request.own ?? NO_OWN_DATA);
  const roots = [...request.filters, ...request.columns].map(({ tree }) => lowering.lower(tree));
  return sessionsAhead(lowering.graph, roots);
}

/**
 * Sessions of the calendar within the dates, cut to the market's data and to those that lie so many before the last one;
 * empty (from > to) where there are none.
 */
function sessionsBetween(market: MarketProfile, start: string, end: string, before: number): Sessions {
  const { firstSession, lastSession } = market;
  if (firstSession === null || lastSession === null) return { from: 1, to: 0 };
  const within = market.calendar.filter((day) => day.date >= start && day.date <= end);
  const latest = Math.min(lastSession, (within.at(-1)?.session ?? 0) - before);
  const days = within.filter(({ session }) => session >= firstSession && session <= latest);
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? { from: first.session, to: last.session } : { from: 1, to: 0 };
}
