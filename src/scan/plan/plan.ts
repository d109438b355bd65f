import type { ListSpans, NumberRows, ValueType } from "../../vocabulary/index.ts";
import type { Coverage, Sessions } from "./coverage.ts";
import type { Holder } from "../holders.ts";
import type { CrossSectional, Expression, NodeId, Series, SeriesId } from "./expression.ts";
import type { PlannedMark, PlannedNote } from "./notes.ts";

/** Where a rows relation finds a series: a lookup relation, keyed by security and session. */
export interface LookupUse {
  readonly series: SeriesId;
  readonly relation: string;
}

/**
 * Values per (security, session) that are worth computing once and keeping: windows of minutes and indicators.
 * Identity, facts, events and statements are joined straight from their small tables. Computed for the rows of `rows`
 * moved by each of `days`, or for every security where `rows` is null.
 */
export interface LookupRelation {
  readonly kind: "lookup";
  readonly name: string;
  readonly of: "minute" | "bucket" | "indicator" | "period" | "trade";
  readonly series: readonly SeriesId[];
  readonly rows: string | null;
  /** Relation of the same rows with the nodes that a trade needs, null where it needs none. */
  readonly levels: string | null;
  readonly days: readonly number[];
  /** Sessions of the rows, before `days`. */
  readonly sessions: Sessions;
  /** Its rows relation joins it once, and no other of its kind: it needs neither a table nor a statement of its own. */
  readonly inline: boolean;
  /** Of so few securities that their whole history is read rather than where each has settled. */
  readonly wholeHistory?: true;
}

/**
 * Security-days with values. Starts from another rows relation (its qualified rows) or, null, from every bar of the
 * sessions. Atoms (bars, windows, lookups) are computed here unless `rows` or a source carries them already.
 */
export interface RowsRelation {
  readonly kind: "rows";
  readonly name: string;
  readonly rows: string | null;
  readonly sessions: Sessions;
  /** Relations with the same rows that carry atoms. */
  readonly sources: readonly string[];
  readonly lookups: readonly LookupUse[];
  /**
   * Conditions, in the order of the funnel. Rows where the first is not true are not kept; a row qualifies when all
   * are.
   */
  readonly flags: readonly NodeId[];
  /** Nodes kept for later relations. */
  readonly keep: readonly NodeId[];
  readonly lookback: number;
  readonly lookahead: number;
  /** Its rows are there whether the security has a bar on their session or not. */
  readonly everyDay?: true;
}

export type Relation = LookupRelation | RowsRelation;

/** What is over many securities: x of every security of the sessions first, then its place or what they have together. */
export interface RankPass {
  /** Name of the finished relation; keyed by security and session, column per series. */
  readonly name: string;
  readonly series: SeriesId;
  readonly of: CrossSectional;
  /** Lookups and, last, the rows relation `<name>_x` that holds x and the group. */
  readonly relations: readonly Relation[];
}

/** What rows read of another security: on each session its values as whoever has the symbol on it sees them. */
export interface OtherSecurity {
  /** Name of its rows: (security, session) for every session on which somebody has the symbol. */
  readonly name: string;
  readonly symbol: string;
  readonly holders: readonly Holder[];
  readonly series: readonly SeriesId[];
  /** Lookups and, last, the rows relation `<name>_x`, which keeps the nodes of the series. */
  readonly relations: readonly Relation[];
}

export interface PlannedFilter {
  readonly label: string;
  readonly code: string;
  /** The step's count is that of rows of `relation` on which its first `flags` conditions hold. */
  readonly relation: string;
  readonly flags: number;
}

export interface PlannedColumn {
  /** c2, c3, … ; c0 is the symbol, c1 the date. */
  readonly id: string;
  readonly node: NodeId;
  readonly type: ValueType;
}

export interface OwnRows {
  readonly lists: Readonly<Record<string, ListSpans>>;
  /** By version and name. */
  readonly numbers: Readonly<Record<string, NumberRows>>;
}

/** A request as named small relations, in the order in which they are made; plain data, without SQL. */
export interface Plan {
  readonly nodes: readonly Expression[];
  readonly series: readonly Series[];
  readonly sessions: Sessions;
  /** Every session that any part of the plan reads. */
  readonly reach: Sessions;
  /** First and last session of the market: ranges that leave it are null. */
  readonly market: Sessions;
  readonly coverage: Coverage;
  readonly halfDays: readonly { readonly session: number; readonly close: number }[];
  /** Sessions of the reach for which minutes were imported; only where a range of days reads minutes. */
  readonly minuteSessions: readonly number[];
  /** Some daily rows are of days with minutes outside the regular session only: their bars are null. */
  readonly hasOffhours: boolean;
  /** Fields without dated values: their present value applies to every day. */
  readonly currentOnly: readonly string[];
  readonly eventCoverage: readonly { readonly kind: string; readonly from: number; readonly to: number }[];
  /** Rows of the account's own lists on the days of the reach, by version. */
  readonly own: OwnRows;
  readonly ranks: readonly RankPass[];
  readonly others: readonly OtherSecurity[];
  readonly relations: readonly Relation[];
  readonly filters: readonly PlannedFilter[];
  readonly symbol: NodeId;
  readonly date: NodeId;
  readonly columns: readonly PlannedColumn[];
  readonly marks: readonly PlannedMark[];
  readonly notes: readonly PlannedNote[];
  /** The rows relation with all columns, last of `relations`. */
  readonly result: RowsRelation;
}
