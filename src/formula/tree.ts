import type {
  AggregateName,
  BarField,
  Basis,
  CompareOp,
  DailyField,
  EventField,
  FundamentalField,
  IdentityField,
  IntradayField,
  Minute,
  OwnershipField,
  PeriodGroup,
  RangeFunctionName,
  SecurityGroup,
  Timeframe,
  TradeChoice,
  TradeField,
  TradeSide,
} from "../vocabulary/index.ts";

export type { CompareOp } from "../vocabulary/index.ts";

/**
 * The one typed tree behind cards, words and code. Positions are offsets into the text the tree was read from;
 * trees built by hand carry 0. Equality of trees ignores positions and comments (`sameTree`).
 */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A day relative to the row's: 0 today, -1 the previous session. */
export type Day = number;

/** First and last day, both included. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** `is the` MAX or MIN of another field: the day or minute on which it stands highest or lowest. */
export interface Extreme<Name extends DailyField | IntradayField = DailyField | IntradayField> {
  readonly of: "max" | "min";
  readonly field: Name;
}

/** What stands between square brackets. Defaults are filled in: a tree never says "left out". */
export type DataPoint = PointOfRow & {
  /** Of the security that has this symbol on the row's day, in capitals; left out for the row's own. */
  readonly ofSymbol?: string;
};

/** Whether a data point is of weeks or of months. */
export const periodGroup = (point: Extract<DataPoint, { offset: number }>): PeriodGroup =>
  point.group === "period-indicator" ? point.bars : point.group;

/** A data point without the security that it is of. */
type PointOfRow =
  | {
      readonly group: "daily";
      readonly field: DailyField;
      readonly day: Day;
      readonly basis: Basis;
    }
  | {
      readonly group: "daily-range";
      readonly func: RangeFunctionName;
      readonly field: DailyField;
      readonly days: DayRange;
      readonly basis: Basis;
    }
  | {
      readonly group: "daily-at";
      readonly field: DailyField;
      readonly at: Extreme<DailyField>;
      readonly days: DayRange;
      readonly basis: Basis;
    }
  | {
      readonly group: "intraday";
      readonly func: RangeFunctionName;
      readonly field: IntradayField;
      readonly start: Minute;
      readonly end: Minute;
      readonly day: Day;
      readonly basis: Basis;
    }
  /** The bar that starts at `time`. */
  | {
      readonly group: "intraday-at-time";
      readonly field: IntradayField;
      readonly time: Minute;
      readonly day: Day;
      readonly basis: Basis;
    }
  | {
      readonly group: "intraday-at";
      readonly field: IntradayField;
      readonly at: Extreme<IntradayField>;
      readonly start: Minute;
      readonly end: Minute;
      readonly day: Day;
      readonly basis: Basis;
    }
  /** Of a week or month: so many from that of the row's day, whole, or that one up to the row's day. */
  | {
      readonly group: PeriodGroup;
      readonly field: BarField;
      /** -1 is the one before that of the row's day; 0 where it is so far. */
      readonly offset: number;
      readonly soFar: boolean;
      readonly basis: Basis;
    }
  | {
      readonly group: "indicator";
      /** Lower-case name in the catalogue. */
      readonly name: string;
      /** `value` for an indicator of one line. */
      readonly line: string;
      /** One per parameter of the catalogue, defaults filled in. */
      readonly parameters: readonly (number | string)[];
      /** Source field; null where the indicator takes none. */
      readonly source: BarField | null;
      /** Daily bars, or intraday bars of so many minutes with the value at a time. */
      readonly bars: null | { readonly timeframe: Timeframe; readonly at: Minute };
      readonly day: Day;
      readonly basis: Basis;
    }
  /** An indicator on bars of weeks or months, at a whole one, counted as above. */
  | {
      readonly group: "period-indicator";
      readonly bars: PeriodGroup;
      readonly name: string;
      readonly line: string;
      readonly parameters: readonly (number | string)[];
      readonly source: BarField | null;
      readonly offset: number;
      readonly basis: Basis;
    }
  | { readonly group: "identity"; readonly field: IdentityField; readonly day: Day }
  | { readonly group: "fundamental"; readonly field: FundamentalField; readonly day: Day }
  | { readonly group: "ownership"; readonly field: OwnershipField; readonly day: Day }
  /** Had news or earnings in that window of that day, or its IPO on it (`ipo` ignores the window, 00:00 to 23:59). */
  | {
      readonly group: "event";
      readonly field: EventField;
      readonly start: Minute;
      readonly end: Minute;
      readonly day: Day;
    }
  /** `total-revenue-1q` is item `total-revenue`, quarter 1; a balance-sheet item without a suffix is quarter 1. */
  | { readonly group: "earnings"; readonly item: string; readonly quarter: number };

/** Where a trade begins. */
export type TradeEntry =
  /** At the open of the first minute from then on that has a bar. */
  | { readonly at: "time"; readonly minute: Minute }
  /** At the close of the row's day. */
  | { readonly at: "close" }
  /** In the first minute of the window that reaches a price. */
  | {
      readonly at: "level";
      readonly side: "above" | "below";
      readonly level: Node;
      readonly start: Minute;
      readonly end: Minute;
    };

/** A number that is written, or a parameter in its place. */
export type TradeNumber = number | Extract<Node, { kind: "number" }>;

/** How far from the entry: in percent of it, or in average true ranges of the days before. */
export type TradeDistance =
  | { readonly by: "percent"; readonly value: TradeNumber }
  | { readonly by: "atr"; readonly value: TradeNumber; readonly length: number };

/** A level is a distance from the entry, or a price. */
export type TradeLevel = TradeDistance | { readonly by: "price"; readonly price: Node };

/** What stands behind `trade` in brackets, defaults filled in. */
export interface Trade {
  readonly field: TradeField;
  readonly side: TradeSide;
  readonly entry: TradeEntry;
  readonly stop: TradeLevel | null;
  readonly target: TradeLevel | null;
  /** From the best price of the minutes before. */
  readonly trail: TradeDistance | null;
  /** The last minute, or the close, of the session so many after the row's. */
  readonly until: { readonly minute: Minute | "close"; readonly day: number };
  /** Ends at the close of the first day on which it holds. */
  readonly when: Node | null;
  readonly choice: TradeChoice;
}

/** Comments, without their signs, kept with the node that follows them; those that end the formula are the root's. */
export type Comments = { readonly comments?: readonly string[]; readonly commentsAfter?: readonly string[] };

export type Node = Span &
  Comments &
  /**
   * With the name of a parameter, as typed and without its sign, it is that parameter: its value stands here once the
   * tree is `settled`, NaN before.
   */
  (
    | { readonly kind: "number"; readonly value: number; readonly parameter?: string }
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "time"; readonly minute: Minute }
    /** yyyy-MM-dd */
    | { readonly kind: "date"; readonly date: string }
    | { readonly kind: "column"; readonly name: string }
    | { readonly kind: "data"; readonly point: DataPoint }
    /** What a trade that begins on the row's day came to. */
    | { readonly kind: "trade"; readonly trade: Trade }
    | { readonly kind: "call"; readonly name: string; readonly args: readonly Argument[] }
    | { readonly kind: "negative"; readonly of: Node }
    | { readonly kind: "not"; readonly of: Node }
    /** Two terms or more, never nested left: 5 - 2 + 1 is one chain. The first term has no operator of its own. */
    | {
        readonly kind: "sum";
        readonly first: Node;
        readonly rest: readonly { readonly op: "+" | "-"; readonly node: Node }[];
      }
    | {
        readonly kind: "product";
        readonly first: Node;
        readonly rest: readonly { readonly op: "*" | "/"; readonly node: Node }[];
      }
    | { readonly kind: "compare"; readonly op: CompareOp; readonly left: Node; readonly right: Node }
    | { readonly kind: "and" | "or"; readonly terms: readonly Node[] }
  );

/** Parentheses are not in the tree; the printer writes those that the operators need. */
export type Argument =
  | Node
  | (Span & { readonly kind: "range"; readonly days: DayRange })
  | (Span & { readonly kind: "day"; readonly day: Day })
  /** `by sector`: over the securities of the own group. */
  | (Span & { readonly kind: "group"; readonly by: SecurityGroup })
  /** What makes one value of all securities. */
  | (Span & { readonly kind: "aggregate"; readonly of: AggregateName });

export const isNode = (arg: Argument | undefined): arg is Node =>
  arg !== undefined && !["range", "day", "group", "aggregate"].includes(arg.kind);

export type NodeKind = Node["kind"];
