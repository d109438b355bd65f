import {
  columnKey,
  columnsByKey,
  lookahead,
  parameterKey,
  parameterNames,
  printCode,
  printWords,
  settled,
} from "../formula/index.ts";
import type { CheckEnv, Node } from "../formula/index.ts";
import { LIMITS, screenText, builderText } from "../vocabulary/index.ts";
import { readDateRange } from "./days.ts";
import type { DayBounds } from "./days.ts";
import { readEntries } from "./entries.ts";
import type { Entry } from "./entries.ts";
import { checkFormula } from "./formulas.ts";
import type { Report } from "./json.ts";
import { judgeOutcome, readOutcome } from "./outcome.ts";
import { hasMoreWeekdays, partedDays } from "./hold-out.ts";
import { chosenValues } from "./parameters.ts";
import { readHoldOut, readParameters } from "./read-parameters.ts";
import { automaticName } from "./names.ts";
import { ObjectReader, kindOf, pathTo } from "./json.ts";
import type { RequestDiagnostic, RequestOptions, ScanColumn, ScanFilter, ScanRequest } from "./request.ts";

export interface ReadOptions extends DayBounds {
  /** Filters and columns a subscription allows; the product's own limits when left out. */
  readonly filters?: number;
  readonly columns?: number;
  /** What the market knows: values of its text fields, symbols, and which fields have their present value only. */
  readonly market?: Pick<CheckEnv, "currentOnly" | "values" | "symbols">;
  /** The account's own lists and numbers; where they are left out, any name may be one. */
  readonly own?: CheckEnv["own"];
}

export interface ReadRequest {
  /** Null where a diagnostic is an error. */
  readonly request: ScanRequest | null;
  /** All independent mistakes and warnings, in the order of the request. */
  readonly diagnostics: readonly RequestDiagnostic[];
}

/** What formulas are checked with of the account's own. */
export const ownOf = ({ own }: ReadOptions): Pick<CheckEnv, "own"> => (own === undefined ? {} : { own });

/** Reads a request as JSON (docs/product-rules.md, What is sent): shape, names, dates, cards and every formula. Never throws. */
export function readRequest(json: unknown, options: ReadOptions = {}): ReadRequest {
  const diagnostics: RequestDiagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const reader = ObjectReader.of(json, "", report);
  if (reader === null) return { request: null, diagnostics };

  const name = requestName(reader);
  // For people: templates say what they look for and how it is traded.
  reader.text("description");
  const days = readDateRange(reader, options, report);
  const filterEntries = readEntries(reader, "filters", options.filters ?? LIMITS.filters, report);
  const columnEntries = readEntries(reader, "columns", options.columns ?? LIMITS.columns, report);
  const requestOptions = readOptions(reader);
  const names = columnNames(columnEntries, report);
  const order = columnOrder(reader, names, report);
  const filterPlaces = placesInOrder(filterOrder(reader, filterEntries, report));
  const outcome = readOutcome(reader, names);
  const parameters = readParameters(reader, report);
  const holdOut = readHoldOut(reader, report);
  // The same request as one text, for people; what runs are the entries.
  reader.text("text");
  reader.close();

  // A column with a mistake is still known by its name: what refers to it is not wrong, too.
  const chosen = chosenValues(parameters);
  const known = columnsByKey(
    columnEntries.map(({ formula }, index) => {
      const tree = formula?.tree ?? null;
      return { name: names[index] ?? "", tree: tree && settled(tree, chosen) };
    }),
  );
  const judged = (entry: Entry, use: CheckEnv["use"]): Node | null =>
    entry.formula === null
      ? null
      : checkFormula(
          entry.formula,
          { ...options.market, ...ownOf(options), columns: known, parameters: chosen, use },
          entry.formulaPath,
          report,
        );

  const filters = filterEntries.flatMap((entry): ScanFilter[] => {
    const tree = judged(entry, "filter");
    if (tree === null) return [];
    const code = printCode(tree);
    // A card's filter without a tag reads as its row in the builder does; what was typed as a formula stays one.
    const label = entry.name ?? (entry.group === "custom" ? code : printWords(tree));
    return [{ label, group: entry.group, tree, code, path: entry.path }];
  });
  const columns = columnEntries.flatMap((entry, index): ScanColumn[] => {
    const tree = judged(entry, "column");
    return tree === null
      ? []
      : [{ name: names[index] ?? "", group: entry.group, tree, code: printCode(tree), path: entry.path }];
  });

  judgeOutcome(outcome, columns, { ...options.market, columns: known, use: "column" }, report);

  const used = new Set(
    [...filterEntries, ...columnEntries].flatMap(({ formula }) =>
      formula?.tree ? parameterNames(formula.tree).map(parameterKey) : [],
    ),
  );
  for (const [index, one] of parameters.entries())
    if (!used.has(parameterKey(one.name)))
      report({
        path: pathTo(pathTo("parameters", index), "name"),
        severity: "warning",
        code: "parameter-unused",
        message: `No formula names $${one.name}.`,
      });

  const parted = holdOut === null || days === null ? null : partedDays(days, holdOut);
  if (holdOut !== null && days !== null && parted === null)
    report({
      path: "hold_out",
      severity: "warning",
      code: "hold-out-days",
      message: `The ${holdOut} of these dates is less than a day, so nothing is held out.`,
    });
  if (parted !== null) judgeDaysLeft(parted.open, filters, columns, report);

  if (name === null || days === null || diagnostics.some(({ severity }) => severity === "error"))
    return { request: null, diagnostics };
  const columnPlaces = placesInOrder(order);
  const request = {
    name,
    ...(parted?.open ?? days),
    filters: filters.toSorted((a, b) => filterPlaces(a.path) - filterPlaces(b.path)),
    columns: columns.toSorted((a, b) => columnPlaces(columnKey(a.name)) - columnPlaces(columnKey(b.name))),
    options: requestOptions,
    outcome,
    parameters,
    held: parted === null || holdOut === null ? null : { part: holdOut, ...parted.held },
    source: json,
  };
  return { request, diagnostics };
}

/** Rows that would read days that are held out are left out: says where none remain. */
function judgeDaysLeft(
  open: { readonly start: string; readonly end: string },
  filters: readonly ScanFilter[],
  columns: readonly ScanColumn[],
  report: Report,
): void {
  const trees = new Map(columns.map(({ name, tree }) => [columnKey(name), tree]));
  const reading = [
    ...filters.map(({ tree }) => ({ tree, what: "A filter" })),
    ...columns.map(({ tree, name }) => ({ tree, what: `{${name}}` })),
  ].map(({ tree, what }) => ({ what, ahead: lookahead(tree, trees) }));
  const [farthest] = reading.toSorted((a, b) => b.ahead - a.ahead);
  if (farthest === undefined || !(farthest.ahead > 0) || hasMoreWeekdays(open, farthest.ahead)) return;
  report({
    path: "hold_out",
    severity: "warning",
    code: "hold-out-ahead",
    message: `${farthest.what} reads ${farthest.ahead === 1 ? "one session" : `${farthest.ahead} sessions`} ahead. The days before the held-out ones, ${open.start} to ${open.end}, have no more sessions than that, and rows that would read a held-out day are left out: none remain. Begin earlier, hold out a smaller part, or look less far ahead.`,
  });
}

/** The place of each key in an order; those that it does not name keep theirs behind them. */
function placesInOrder(order: readonly string[]): (key: string) => number {
  const places = new Map(order.map((key, index) => [key, index]));
  return (key) => places.get(key) ?? places.size;
}

function requestName(reader: ObjectReader): string | null {
  const name = reader.text("name")?.trim() ?? "";
  if (name === "") reader.error("name", "name-missing", screenText("request-name-required"));
  else if (name.length > LIMITS.requestName)
    reader.error("name", "name-length", builderText("request-name-long", { limit: String(LIMITS.requestName) }));
  return name === "" ? null : name;
}

/** The first two columns of every output; no other column may be called so. */
const FIXED = ["Symbol", "Date"];

/** Name In Excel of each column; a card's entry without one is called by its formula without the brackets. */
export function columnNames(entries: readonly Entry[], report: Report): readonly string[] {
  const taken = new Set(FIXED.map(columnKey));
  return entries.map(({ name, formula, path }) => {
    const tree = formula?.kind === "tree" ? formula.tree : null;
    const own = name ?? (tree === null ? "" : automaticName(tree));
    if (own === "") return own;
    if (taken.has(columnKey(own)))
      report({
        path: pathTo(path, "name"),
        severity: "error",
        code: "name-unique",
        message: screenText("name-not-unique"),
      });
    taken.add(columnKey(own));
    return own;
  });
}

/** `column_order`: names that come first, in this order; the others keep theirs behind them. */
export function columnOrder(reader: ObjectReader, names: readonly string[], report: Report): readonly string[] {
  const path = pathTo(reader.path, "column_order");
  const known = new Set([...FIXED, ...names].map(columnKey));
  const order: string[] = [];
  for (const [index, given] of reader.list("column_order").entries()) {
    const key = typeof given === "string" ? columnKey(given.trim()) : null;
    const refuse = (message: string): void =>
      report({ path: pathTo(path, index), severity: "error", code: "column-order", message });
    if (key === null || !known.has(key)) refuse(`${kindOf(given)} is no column of this request.`);
    else if (order.includes(key)) refuse(`${kindOf(given)} appears twice.`);
    else order.push(key);
  }
  return order;
}

/** `filter_order`: filters by their place among all, such as `Custom[0]`. Gives whole paths, those of entries first named. */
export function filterOrder(reader: ObjectReader, entries: readonly Entry[], report: Report): readonly string[] {
  const path = pathTo(reader.path, "filter_order");
  const known = new Set(entries.map((entry) => entry.path));
  const order: string[] = [];
  for (const [index, given] of reader.list("filter_order").entries()) {
    const entry = typeof given === "string" ? pathTo(reader.path, `filters`) + `.${given.trim()}` : null;
    const refuse = (message: string): void =>
      report({ path: pathTo(path, index), severity: "error", code: "filter-order", message });
    if (entry === null || !known.has(entry)) refuse(`${kindOf(given)} is no filter of this request.`);
    else if (order.includes(entry)) refuse(`${kindOf(given)} appears twice.`);
    else order.push(entry);
  }
  return order;
}

export function readOptions(reader: ObjectReader): RequestOptions {
  const options = reader.object("options");
  const flag = (key: keyof RequestOptions): boolean => {
    const value = options?.take(key);
    if (value === undefined || typeof value === "boolean") return value ?? false;
    options?.error(key, "type", `true or false belongs here, not ${kindOf(value)}.`);
    return false;
  };
  const read = {
    data_updates: flag("data_updates"),
    email_notification: flag("email_notification"),
    overwrite: flag("overwrite"),
  };
  options?.close();
  return read;
}
