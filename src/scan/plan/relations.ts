import type { MarketProfile } from "../../market/index.ts";
import type { Holders } from "../holders.ts";
import { isBucketed } from "./buckets.ts";
import { SHORT_LOOKBACK } from "./cost.ts";
import type { Coverage, Sessions } from "./coverage.ts";
import {
  isCrossSectional,
  nodeOf,
  seriesOf,
  type Expression,
  type NodeId,
  type Series,
  type SeriesId,
} from "./expression.ts";
import type { LookupRelation, LookupUse, OtherSecurity, Plan, RankPass, Relation, RowsRelation } from "./plan.ts";
import { tradeKey, tradeNodes, type TradeSeries } from "./trade-series.ts";
import { atomsOf, placesOf, reachOf, union } from "./reach.ts";

/** The planner's input from the market. */
export interface PlanMarket extends MarketProfile {
  readonly coverage: Coverage;
  readonly holders: Holders;
}

export interface PlanOptions {
  /** Read aligned windows from the 30-minute rollup; false reads minutes always. */
  readonly buckets?: boolean;
  /**
   * Compute what later relations need from the bars that a filter reads anyway. Right where few rows are left to filter;
   * where many are, the columns wait for the survivors.
   */
  readonly gather?: boolean;
}

/** Indicators in one statement. The engine's time to analyse it grows with the square of their number: 20 took seconds. */
const INDICATORS_TOGETHER = 8;

/** Bounds of the column classes, in sessions of lookback. */
const LOOKBACK_CLASSES = [SHORT_LOOKBACK, 300] as const;

/** A relation of security-days to come: what it has besides is found from its flags and what it keeps. */
interface NewRows extends Pick<RowsRelation, "name" | "rows" | "sessions" | "keep"> {
  readonly sources?: readonly string[];
  /** Atoms that `rows` carries already. */
  readonly carried?: ReadonlySet<NodeId>;
  readonly flags?: readonly NodeId[];
  readonly into?: Relation[];
  readonly everyDay?: boolean;
}

interface Graph {
  readonly nodes: readonly Expression[];
  readonly series: readonly Series[];
}

/** Plans the relations that compute nodes of one graph, each behind those that it needs. */
export class RelationPlanner {
  readonly #graph: Graph;
  readonly #market: PlanMarket;
  readonly #options: PlanOptions;
  readonly #relations: Relation[] = [];
  readonly #ranks = new Map<SeriesId, RankPass>();
  readonly #others = new Map<string, OtherSecurity>();
  readonly #sessions: Sessions;

  constructor(graph: Graph, sessions: Sessions, market: PlanMarket, options: PlanOptions) {
    this.#graph = graph;
    this.#sessions = sessions;
    this.#market = market;
    this.#options = options;
  }

  /** What a plan holds besides what it is for, `roots` being all that it computes. */
  parts(
    roots: readonly NodeId[],
  ): Omit<Plan, "own" | "filters" | "symbol" | "date" | "columns" | "marks" | "notes" | "result"> {
    const reach = this.#reach(roots);
    return {
      nodes: this.#graph.nodes,
      series: this.#graph.series,
      sessions: this.#sessions,
      reach,
      market: { from: this.#market.firstSession ?? 0, to: this.#market.lastSession ?? 0 },
      coverage: this.#market.coverage,
      halfDays: this.#market.calendar
        .filter((day) => day.session >= reach.from && day.session <= reach.to && day.close !== 960)
        .map(({ session, close }) => ({ session, close })),
      minuteSessions: this.#market.minuteSessions.filter((session) => session >= reach.from && session <= reach.to),
      hasOffhours: this.#market.hasOffhours,
      currentOnly: this.#market.currentOnly,
      eventCoverage: this.#market.eventCoverage,
      ranks: [...this.#ranks.values()],
      others: [...this.#others.values()],
      relations: this.#relations,
    };
  }

  /**
   * Of the atoms needed later, the lookups that read the same bars as those a stage needs: `all` of them, else those that
   * cost nothing there, which the number of a bar does where so many bars are read anyway.
   */
  sharedSource(here: ReadonlySet<NodeId>, needed: ReadonlySet<NodeId>, all: boolean): Set<NodeId> {
    /** Bars that are read before the first day, by group. */
    const groups = new Map<string, number>();
    for (const id of reachOf(this.#graph.nodes, [...here]).lookups.keys()) {
      const series = seriesOf(this.#graph.series, id);
      const group = this.#groupOf(series);
      const bars = series.kind === "indicator" ? (series.warmup ?? Infinity) : 0;
      if (group !== null) groups.set(group.key, Math.max(bars, groups.get(group.key) ?? 0));
    }
    const sharedSource = [...needed].filter((atom) => {
      const node = nodeOf(this.#graph.nodes, atom);
      if (node.op !== "lookup") return false;
      const series = seriesOf(this.#graph.series, node.series);
      const group = this.#groupOf(series);
      const read = group === null ? undefined : groups.get(group.key);
      return read !== undefined && (all || (series.kind === "bar-number" && series.warmup <= read));
    });
    return new Set(sharedSource);
  }

  /** Columns by lookback class, so that a long window is computed only around the survivors and for its class alone. */
  planColumns(rows: string | null, carried: ReadonlySet<NodeId>, roots: readonly NodeId[]): RowsRelation {
    const sources: string[] = [];
    const sourced = new Set(carried);
    if (rows !== null) {
      const missing = [...atomsOf(this.#graph.nodes, roots)].filter(
        (atom) => !carried.has(atom) && isBarAtom(nodeOf(this.#graph.nodes, atom)),
      );
      const classes = new Map<number, NodeId[]>();
      for (const atom of missing) {
        const { bars } = reachOf(this.#graph.nodes, [atom]);
        const length = Math.max(-bars.from, bars.to);
        const index = LOOKBACK_CLASSES.findIndex((bound) => length <= bound);
        const known = classes.get(index);
        if (known) known.push(atom);
        else classes.set(index, [atom]);
      }
      // Those of one class are columns of the last relation itself: a source would be joined to the same rows again.
      if (classes.size > 1)
        for (const [index, atoms] of classes) {
          const name = `w${index + 2}`;
          this.rows({ name, rows, sessions: this.#sessions, keep: atoms });
          sources.push(name);
          for (const atom of atoms) sourced.add(atom);
        }
    }
    return this.rows({ name: "rows", rows, sessions: this.#sessions, sources, carried: sourced, keep: roots });
  }

  /** Adds a rows relation and, before it, the lookups it needs. */
  rows({
    name,
    rows,
    sessions,
    sources = [],
    carried = new Set(),
    flags = [],
    keep,
    into = this.#relations,
    everyDay = false,
  }: NewRows): RowsRelation {
    const roots = [...flags, ...keep];
    const atoms = [...atomsOf(this.#graph.nodes, roots)].filter((atom) => !carried.has(atom));
    const { bars, lookups } = reachOf(this.#graph.nodes, atoms);
    const relation: RowsRelation = {
      kind: "rows",
      name,
      rows,
      sessions,
      sources,
      lookups: this.#lookups(name, { rows, sessions, atoms, ids: lookups.keys(), into, wholeHistory: everyDay }),
      flags,
      keep,
      lookback: Math.abs(bars.from),
      lookahead: bars.to,
      ...(everyDay ? { everyDay } : {}),
    };
    into.push(relation);
    return relation;
  }

  #lookups(
    owner: string,
    {
      rows,
      sessions,
      atoms,
      ids,
      into,
      wholeHistory,
    }: {
      readonly rows: string | null;
      readonly sessions: Sessions;
      readonly atoms: readonly NodeId[];
      readonly ids: Iterable<SeriesId>;
      readonly into: Relation[];
      readonly wholeHistory: boolean;
    },
  ): LookupUse[] {
    const uses: LookupUse[] = [];
    const groups: { of: LookupRelation["of"]; series: SeriesId[] }[] = [];
    const growing = new Map<string, (typeof groups)[number]>();
    for (const id of ids) {
      const series = seriesOf(this.#graph.series, id);
      if (isCrossSectional(series)) {
        const pass = this.#ranks.get(id);
        if (!pass) throw new RangeError(`no pass for series ${id}`);
        uses.push({ series: id, relation: pass.name });
        continue;
      }
      const kind = this.#groupOf(series);
      if (kind === null) continue;
      const group = growing.get(kind.key);
      const free = series.kind !== "indicator" && series.kind !== "period-indicator";
      if (group && (free || group.series.length < INDICATORS_TOGETHER)) {
        group.series.push(id);
      } else {
        const begun = { of: kind.of, series: [id] };
        growing.set(kind.key, begun);
        groups.push(begun);
      }
    }
    for (const [index, group] of groups.entries()) {
      const name = `${owner}_${group.of}${index}`;
      const trade = this.#tradeOf(group.series);
      const nodes = trade === null ? [] : tradeNodes(trade);
      const levels =
        nodes.length === 0 ? null : this.rows({ name: `${name}_levels`, rows, sessions, keep: nodes, into });
      const days = new Set<number>();
      for (let day = 0; day <= (trade?.until.day ?? -1); day++) days.add(day);
      for (const id of group.series) for (const day of this.#daysOf(atoms, id)) days.add(day);
      into.push({
        kind: "lookup",
        name,
        of: group.of,
        series: group.series,
        rows,
        levels: levels?.name ?? null,
        days: [...days].sort((a, b) => a - b),
        sessions,
        inline:
          group.of !== "trade" &&
          placesOf(this.#graph.nodes, atoms, new Set(group.series)) === 1 &&
          groups.filter(({ of }) => of === group.of).length === 1,
        ...(wholeHistory ? { wholeHistory } : {}),
      });
      for (const series of group.series) uses.push({ series, relation: name });
    }
    return uses;
  }

  #tradeOf([first]: readonly SeriesId[]): TradeSeries | null {
    const series = first === undefined ? null : seriesOf(this.#graph.series, first);
    return series?.kind === "trade" ? series : null;
  }

  /** Nodes, and those that the trades among them need of their rows. */
  #withLevels(roots: readonly NodeId[]): readonly NodeId[] {
    const nodes = [...roots];
    for (const id of reachOf(this.#graph.nodes, roots).lookups.keys()) {
      const trade = this.#tradeOf([id]);
      if (trade !== null) nodes.push(...tradeNodes(trade));
    }
    return nodes;
  }

  /** Days from the rows on which a series is looked up: single ones outside windows, whole stretches inside them. */
  #daysOf(atoms: readonly NodeId[], series: SeriesId): number[] {
    const days = new Set<number>();
    for (const atom of atoms) {
      const interval = reachOf(this.#graph.nodes, [atom]).lookups.get(series);
      if (interval) for (let day = interval.from; day <= interval.to; day++) days.add(day);
    }
    return [...days];
  }

  /** Series of one group are computed together; null for what is joined straight from its small table, and for what is over many securities. */
  #groupOf(series: Series): { readonly of: LookupRelation["of"]; readonly key: string } | null {
    switch (series.kind) {
      case "indicator":
        return { of: "indicator", key: JSON.stringify([series.bars, series.adjusted]) };
      case "bar-number":
        return { of: "indicator", key: JSON.stringify([null, series.adjusted]) };
      case "period":
        return { of: "period", key: JSON.stringify([series.group, series.soFar, series.adjusted]) };
      case "period-indicator":
        return { of: "period", key: JSON.stringify([series.group, "indicator", series.adjusted]) };
      case "intraday":
      case "intraday-at": {
        const rolled = (this.#options.buckets ?? true) && series.kind === "intraday" && isBucketed(series);
        return rolled ? { of: "bucket", key: "bucket" } : { of: "minute", key: "minute" };
      }
      case "trade":
        return { of: "trade", key: tradeKey(series) };
      case "other":
      case "dividend-factor":
      case "own-list":
      case "own-number":
      case "identity":
      case "fact":
      case "days-to":
      case "event":
      case "statement":
      case "rank":
      case "across":
        return null;
    }
  }

  planRanks(roots: readonly NodeId[], sessions: Sessions): void {
    for (const [id, days] of reachOf(this.#graph.nodes, this.#withLevels(roots)).lookups) {
      const series = seriesOf(this.#graph.series, id);
      const on = { from: sessions.from + days.from, to: sessions.to + days.to };
      if (series.kind === "other") this.#planOther(id, series, on);
      if (!isCrossSectional(series)) continue;
      const inputs = series.by === null ? [series.x] : [series.x, series.by];
      // Ranks inside x come first; a rank used twice must cover both stretches.
      this.planRanks(inputs, on);
      const known = this.#ranks.get(id)?.relations.at(-1);
      const covered = known?.kind === "rows" ? union(on, known.sessions) : on;
      const relations: Relation[] = [];
      const name = `rank${id}`;
      this.rows({ name: `${name}_x`, rows: null, sessions: covered, keep: inputs, into: relations });
      // Keeps its place where it is there: behind the ranks inside x, and before those that have it inside.
      this.#ranks.set(id, { name, series: id, of: series, relations });
    }
  }

  /** All that is read of one symbol is read together, on every session on which something is. */
  #planOther(id: SeriesId, { symbol }: Extract<Series, { kind: "other" }>, on: Sessions): void {
    const known = this.#others.get(symbol);
    const rows = known?.relations.at(-1);
    const sessions = rows ? union(on, rows.sessions) : on;
    const series = [...new Set([...(known?.series ?? []), id])];
    const name = known?.name ?? `other${this.#others.size}`;
    const relations: Relation[] = [];
    const keep = series.flatMap((each) => {
      const found = seriesOf(this.#graph.series, each);
      return found.kind === "other" ? [found.x] : [];
    });
    this.rows({ name: `${name}_x`, rows: name, sessions, keep, into: relations, everyDay: true });
    const holders = (this.#market.holders.get(symbol) ?? [])
      .map(({ security, from, to }) => ({
        security,
        from: Math.max(from, sessions.from),
        to: Math.min(to, sessions.to),
      }))
      .filter(({ from, to }) => from <= to);
    this.#others.set(symbol, { name, symbol, holders, series, relations });
  }

  #reach(roots: readonly NodeId[]): Sessions {
    let reach = this.#sessions;
    const add = ({ from, to }: Sessions, nodes: readonly NodeId[]): void => {
      const { bars, lookups } = reachOf(this.#graph.nodes, nodes);
      for (const days of [bars, ...lookups.values()])
        reach = union(reach, { from: from + days.from, to: to + days.to });
    };
    const leveled = this.#withLevels(roots);
    add(this.#sessions, leveled);
    const trades = [...reachOf(this.#graph.nodes, leveled).lookups.keys()].flatMap((id) => this.#tradeOf([id]) ?? []);
    reach = union(reach, {
      from: this.#sessions.from,
      to: this.#sessions.to + Math.max(0, ...trades.map(({ until }) => until.day)),
    });
    for (const { relations } of [...this.#ranks.values(), ...this.#others.values()])
      for (const relation of relations) if (relation.kind === "rows") add(relation.sessions, relation.keep);
    return reach;
  }
}

/** Atoms that come from bar rows, as opposed to lookups and the calendar. */
function isBarAtom(node: Expression): boolean {
  return (node.op === "bar" && node.column !== "date") || node.op === "window" || node.op === "firstTouch";
}
