import type { RowTrade } from "./row-trades.ts";
import { numberText } from "../formula/index.ts";
import { clock } from "../vocabulary/index.ts";
import type { ValueType } from "../vocabulary/index.ts";
import type { AnsweredValue, DecidingParts, ExplainAnswer, ExplainedFormula, ExplainedPart } from "./answers.ts";
import { OriginNotes } from "./origin-text.ts";

// Explanations as text: the same on the command line, on the page and in what is copied from it.

type Source = ExplainedPart["source"];
type DecidingPart = Extract<DecidingParts, { kind: "part" }>;

const MAX_CODE_WIDTH = 72;

/** A value for reading: short numbers, `null` and `unknown` as words. */
export function valueText(value: AnsweredValue, type: ValueType): string {
  if (value === null) return type === "boolean" ? "unknown" : "null";
  if (typeof value !== "number") return String(value);
  return type === "time" ? clock(value) : shortNumber(value);
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const count = (value: number): string => whole.format(value);
const cents = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value)) return size < 1e15 ? count(value) : numberText(value);
  if (size >= 1e15 || size < 1e-6) return value.toExponential(6);
  return size >= 10_000 ? cents.format(value) : String(Number(value.toPrecision(9)));
}

/** A formula as an indented tree: code, value, where it comes from or why it is null; with the numbers of its sources. */
export function formulaLines(
  kind: string,
  { label, code, root }: ExplainedFormula,
  notes: OriginNotes,
): readonly string[] {
  return [label === code ? kind : `${kind} ${label}`, ...treeLines([root], notes)];
}

/** Formulas below each other, their values in one column. */
export function treeLines(roots: readonly ExplainedPart[], notes: OriginNotes): readonly string[] {
  const rows = roots.flatMap((root) => partRows(root, 1, notes));
  const width = (pick: (row: Row) => string): number =>
    Math.min(MAX_CODE_WIDTH, Math.max(0, ...rows.map((row) => pick(row).length)));
  const [heads, values] = [width(({ head }) => head), width(({ value }) => value)];
  return rows.map(({ head, value, remark }) =>
    `${head.padEnd(heads)}  ${value.padStart(values)}${remark === "" ? "" : `   ${remark}`}`.trimEnd(),
  );
}

interface Row {
  readonly head: string;
  readonly value: string;
  readonly remark: string;
}

function partRows(part: ExplainedPart, depth: number, notes: OriginNotes): readonly Row[] {
  const indent = "  ".repeat(depth);
  const when = part.day === 0 || part.parts.length === 0 ? "" : ` seen on ${part.date ?? ""}`;
  const from = [sourceText(part.source), notes.of(part)].filter((text) => text !== null && text !== "").join(" ");
  const remarks = [part.reason?.text, from, part.cut ? "shown above" : ""];
  // What is written in the formula is its own value.
  const inner = part.parts.filter(({ parts, source, reason, cut }) => parts.length > 0 || source || reason || cut);
  return [
    {
      head: `${indent}${part.code}${when}`,
      value: valueText(part.value, part.type),
      remark: remarks.filter((remark) => remark !== null && remark !== undefined && remark !== "").join("; "),
    },
    ...(part.elements ?? []).map(({ date, bar, value }) => ({
      head: `${indent}  ${date}`,
      value: bar ? valueText(value, elementType(part)) : "no bar",
      remark: "",
    })),
    ...inner.flatMap((each) => partRows(each, depth + 1, notes)),
  ];
}

/** Elements are of the type of what the range is over; of a data point they are its own. */
const elementType = (part: ExplainedPart): ValueType => part.parts[0]?.type ?? part.type;

/**
 * Where a value comes from: its day, bars, split factors, or since when it is known; null or empty where there is
 * nothing to add.
 */
export function sourceText(source: Source): string | null {
  if (source === null) return null;
  const own = ownSourceText(source);
  return source.kind === "trade" || source.symbol === undefined
    ? own
    : [`of ${source.symbol}`, own].filter(Boolean).join(", ");
}

function ownSourceText(source: NonNullable<Source>): string | null {
  switch (source.kind) {
    case "day":
      return [source.day === 0 && source.symbol === undefined ? null : source.date, factorText(source)]
        .filter(Boolean)
        .join(", ");
    case "range": {
      const { used, sessions, skipped, picked, factors } = source;
      const gone = [
        skipped.outside > 0 ? `${skipped.outside} outside the data` : null,
        skipped.halted > 0 ? `${skipped.halted} without a bar` : null,
        skipped.unlisted > 0 ? `${skipped.unlisted} before the listing` : null,
        skipped.delisted > 0 ? `${skipped.delisted} after the delisting` : null,
        skipped.empty > 0 ? `${skipped.empty} without a value` : null,
      ].filter((each) => each !== null);
      return [
        `${source.from ?? ""} to ${source.to ?? ""}, ${used === null ? "" : `${used.count} of `}${sessions} sessions${gone.length === 0 ? "" : ` (${gone.join(", ")})`}`,
        picked === null ? null : `taken on ${picked}`,
        factors && factors[0] !== factors[1] ? `split factors ${factors[0]} to ${factors[1]}` : null,
      ]
        .filter(Boolean)
        .join(", ");
    }
    case "window": {
      const bars = source.bars === 1 ? "1 bar" : `${source.bars} bars`;
      const span =
        source.first === null || source.last === null ? "" : ` from ${clock(source.first)} to ${clock(source.last)}`;
      const picked = source.picked === null ? null : `taken at ${clock(source.picked)}`;
      return [source.day === 0 ? null : source.date, `${bars}${span}`, picked, factorText(source)]
        .filter(Boolean)
        .join(", ");
    }
    case "indicator": {
      const { bars, needs, settles } = source;
      const unsettled =
        settles !== null && bars.count < settles && bars.count >= needs ? `, settles after ${count(settles)}` : "";
      return `${count(bars.count)} bars from ${bars.first ?? "none"}${unsettled}`;
    }
    case "trade":
      return tradeText(source);
    case "fact":
      return source.known === null
        ? null
        : `${source.announced === undefined ? "" : `announced for ${source.announced}, `}known since ${source.known}`;
    case "statement":
      return source.known === null ? null : `quarter to ${source.quarter ?? ""}, known since ${source.known}`;
    case "event":
      return source.day === 0 ? null : source.date;
  }
}

const ENDED: Readonly<Record<string, string>> = {
  stop: "stopped",
  target: "target reached",
  trail: "trailing stop",
  time: "time over",
  condition: "condition met",
  delisted: "gone",
};

/** How a trade ended. */
const tradeEnd = (reason: string | null): string => ENDED[reason ?? ""] ?? "ended";

/** Entry, levels, what ended it and when; the bounds of the return where a bar does not settle it. */
function tradeText(trade: Extract<Source, { kind: "trade" }>): string {
  const { side, entry, entered, stop, target, exit, date, time, reason, path, worst, best, flags } = trade;
  const at = time === null ? "" : ` at ${clock(time)}`;
  const bounds =
    worst === null || best === null ? "" : `: the return is between ${shortNumber(worst)} and ${shortNumber(best)} %`;
  return [
    `${side} from ${shortNumber(entry)}${entered === null ? "" : ` at ${clock(entered)}`}`,
    stop === null ? null : `stop ${shortNumber(stop)}`,
    target === null ? null : `target ${shortNumber(target)}`,
    reason === "open" ? "not ended by its last day" : null,
    exit === null ? null : `${tradeEnd(reason)} at ${shortNumber(exit)} on ${date ?? ""}${at}`,
    path === "ambiguous" ? `not settled by a daily bar${bounds}` : path === null ? null : `walked by ${path}`,
    flags,
  ]
    .filter((each) => each !== null)
    .join(", ");
}

function factorText({
  factor,
  dividends = 1,
}: Pick<Extract<NonNullable<Source>, { kind: "day" }>, "factor" | "dividends">) {
  const factors = [
    factor === null || factor === 1 ? null : `split factor ${shortNumber(factor)}`,
    dividends === 1 ? null : `dividend factor ${shortNumber(dividends)}`,
  ];
  return factors.filter((text) => text !== null).join(", ") || null;
}

/** What would have to change for a filter to be true. */
function whyNotLines({ failed }: Pick<ExplainAnswer["filters"][number], "failed">): readonly string[] {
  if (failed === null) return [];
  return failed.kind === "part"
    ? [`  decided by ${decidingText(failed)}`]
    : [`  ${failed.kind === "all" ? "decided by each of" : "one of these would be enough"}`, ...branches(failed, 2)];
}

function branches(why: DecidingParts, depth: number): readonly string[] {
  const indent = "  ".repeat(depth);
  if (why.kind === "part") return [`${indent}${decidingText(why)}`];
  return why.parts.flatMap((part) =>
    part.kind === "part"
      ? [`${indent}${decidingText(part)}`]
      : [`${indent}${part.kind === "all" ? "all of" : "one of"}`, ...branches(part, depth + 1)],
  );
}

/**
 * One comparison or condition that keeps a filter from being true, and how far off it is: `needs > 1.03, was 1.009 (2 %
 * short)`.
 */
export function decidingText({ code, day, date, got, wanted, off }: DecidingPart): string {
  const where = day === 0 ? "" : ` on ${date}`;
  return `${code}${where}: ${off === null ? truthText(got, wanted) : comparisonText(off, wanted)}`;
}

const truthText = (got: boolean | null, wanted: boolean): string =>
  `needs ${String(wanted)}, was ${got === null ? "unknown" : String(got)}`;

type Distance = NonNullable<DecidingPart["off"]>;

function comparisonText(off: Distance, wanted: boolean): string {
  const { op, type, value, threshold } = off;
  const needs = `${wanted ? "needs" : "must not be"} ${op} ${valueText(threshold, type)}`;
  if (threshold === null) return `needs a value to compare with, had none`;
  if (value === null) return `${needs}, had no value`;
  return `${needs}, was ${apartText(off)}${distanceText(off)}`;
}

const MIN_DIGITS = 4;
const ALL_DIGITS = 15;

/** The value with few digits, but enough of them to differ from the threshold where it does. */
function apartText({ value, threshold, type, difference }: Distance): string {
  if (type !== "number" || typeof value !== "number" || difference === 0) return valueText(value, type);
  const limit = valueText(threshold, type);
  for (let digits = MIN_DIGITS; digits <= ALL_DIGITS; digits++) {
    const text = valueText(
      Math.abs(value) >= 10 ** digits ? Math.round(value) : Number(value.toPrecision(digits)),
      type,
    );
    if (text !== limit) return text;
  }
  return valueText(value, type);
}

const UNITS: Readonly<Partial<Record<ValueType, readonly [one: string, several: string]>>> = {
  date: ["day", "days"],
  time: ["minute", "minutes"],
};

/** How far the value lies beyond the threshold on the wrong side; in percent of it where it has one. */
function distanceText({ type, difference, percent }: Distance): string {
  if (difference === null) return "";
  if (difference === 0) return " (equal)";
  const side = type === "number" ? (difference < 0 ? "short" : "over") : difference < 0 ? "before" : "after";
  const unit = UNITS[type];
  const size = Math.abs(difference);
  const amount =
    unit !== undefined
      ? `${count(size)} ${unit[size === 1 ? 0 : 1]}`
      : percent === null
        ? shortNumber(Number(size.toPrecision(3)))
        : `${shortNumber(Number(Math.abs(percent).toPrecision(2)))} %`;
  return ` (${amount} ${side})`;
}

interface Verdict extends Pick<ExplainAnswer, "absence" | "within" | "qualifies"> {
  readonly filters: readonly Pick<ExplainAnswer["filters"][number], "failed">[];
}

/** Whether the row exists, or why not, as the end of a sentence. */
export function verdictText({ absence, within, qualifies, filters }: Verdict): string {
  const failed = filters.filter((filter) => filter.failed !== null).length;
  if (qualifies) return "qualifies";
  if (absence) return "has no row";
  if (failed === 0) return "passes every filter, but is outside the dates of the request";
  const outside = within ? "" : ", and the day is outside the dates of the request";
  return `does not qualify: fails ${failed} of ${filters.length} ${filters.length === 1 ? "filter" : "filters"}${outside}`;
}

/** What the check of the market doubts of the day, a sentence each. */
export const doubtTexts = ({ doubts }: Pick<ExplainAnswer, "doubts">): readonly string[] =>
  doubts.map(
    ({ kind, seen, expected }) => `The check of the market doubts this day (${kind}): ${seen}, expected ${expected}.`,
  );

/** A whole explanation as text. */
export function explanationText(answer: ExplainAnswer): string {
  const { symbol, date, absence, filters, columns } = answer;
  const notes = new OriginNotes();
  return [
    `${symbol} on ${date} ${verdictText(answer)}.`,
    ...(absence ? [absence.text] : []),
    ...doubtTexts(answer),
    ...filters.flatMap((filter) => ["", ...formulaLines("filter", filter, notes), ...whyNotLines(filter)]),
    ...columns.flatMap((column) => ["", ...formulaLines("column", column, notes)]),
    ...notes.lines(),
    "",
  ].join("\n");
}

/** How a trade ended, with its price and moment as `momentText` says them. */
export const tradeEndText = (
  { exit, reason }: Pick<RowTrade, "exit" | "reason">,
  momentText: (moment: RowTrade["entry"]) => string,
): string => {
  if (exit === null) return reason === "open" ? "not ended" : "not settled";
  return `${tradeEnd(reason)} at ${momentText(exit)}`;
};
