import type { Adjusted } from "../../vocabulary/index.ts";

/** One element of a parsed formula as `POST /parse` gives it. */
export type Member =
  | { readonly type: "operator"; readonly value: string }
  | { readonly type: "number"; readonly value: number }
  /** A parameter's name, without its sign. */
  | { readonly type: "parameter"; readonly value: string }
  | { readonly type: "text"; readonly value: string }
  /** HH:MM */
  | { readonly type: "time"; readonly value: string }
  /** yyyy-MM-dd */
  | { readonly type: "date"; readonly value: string }
  | { readonly type: "column"; readonly value: string }
  /** The function's name in capitals. */
  | { readonly type: "function"; readonly value: string }
  | { readonly type: "range"; readonly from: number; readonly to: number }
  /** The field by whose value securities are grouped. */
  | { readonly type: "group"; readonly value: string }
  | DataPointMember;

/** A type, not an interface, so that it passes as a plain record. */
export type DataPointMember = {
  readonly type: "data_point";
  /** The group, lower case. */
  readonly value: string;
  /** Field or statement item; the source of an indicator, empty where it takes none. */
  readonly data_point: string;
  /** Day; absent where `from` and `to` are. */
  readonly n?: number;
  readonly from?: number;
  readonly to?: number;
  /** `"dividends"`: by splits and cash dividends. */
  readonly adjusted: Adjusted;
  /** Function of a range or window, or the indicator: capital name. */
  readonly func?: string;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly is_the?: "MAX" | "MIN";
  readonly data_point_to_evaluate?: string;
  readonly params?: readonly (number | string)[];
  /** Line of an indicator with several. */
  readonly line?: string;
  /** Minutes of an intraday indicator's bars. */
  readonly timeframe?: number;
  readonly time?: string;
  /** A trade as it was written, in its brackets. */
  readonly code?: string;
  /** Bars of an indicator that are no days: weekly or monthly. */
  readonly bars?: string;
  /** Of the row's week or month up to its day. */
  readonly so_far?: boolean;
  /** Symbol of another security. */
  readonly of_symbol?: string;
};
