import {
  check,
  columnKey,
  columnsByKey,
  parseCode,
  printCode,
  sameTree,
  walk,
  type Node,
} from "../../formula/index.ts";
import { onSnapshot, type Market, type Snapshot } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { RENAMED_FIELDS } from "../../vocabulary/index.ts";
import { lastDayOf } from "../held-out.ts";
import { holderOn } from "../holders.ts";
import { profileOf } from "../profile.ts";
import type { ScanProfile } from "../profile.ts";
import { columnTrees } from "../run.ts";
import type { Explained, ExplainedFormula, Outcome } from "./explanation.ts";
import { readHistory, type History, type HistoryNeeds, type IntradayNeed } from "./history.ts";
import { valuesOn } from "./one-day.ts";
import type { OneDay } from "./one-day.ts";
import { PartCollector, type Part } from "./parts.ts";
import { findPlace, type Absence, type Place } from "./place.ts";
import { knownAtOf, sourceOf } from "./sources.ts";
import { originsOf } from "./value-origins.ts";
import { whyNot, type WhyNot } from "./why-not.ts";
import type { NullContext } from "./null-context.ts";
import { whyNull } from "./why-null.ts";

export interface Explanation {
  /** The state of the market that was read. */
  readonly snapshot: { readonly id: string; readonly date: string } | null;
  readonly symbol: string;
  readonly date: string;
  /** Null where a scan has a row of that symbol and day, before any filter. */
  readonly absence: Absence | null;
  /** What the check of the market doubts of the day, and nobody has settled. */
  readonly doubts: readonly Doubt[];
  /** Whether the day lies within the dates of the request. */
  readonly within: boolean;
  /** Whether the scan has the row: it exists, lies within the dates, and every filter is true. */
  readonly qualifies: boolean;
  readonly filters: readonly ExplainedFilter[];
  readonly columns: readonly ExplainedFormula[];
}

/** An open finding: its kind, what stands in the data, and what would not be doubted. */
interface Doubt {
  readonly kind: string;
  readonly seen: string;
  readonly expected: string;
}

interface ExplainedFilter extends ExplainedFormula {
  /** Null where the filter is true. */
  readonly failed: WhyNot | null;
}

export interface SymbolDay {
  readonly symbol: string;
  /** yyyy-MM-dd */
  readonly date: string;
}

/** A formula to be explained: its tree, and the text that its offsets refer to. */
export interface Labelled {
  readonly label: string;
  readonly tree: Node;
  readonly code: string;
  readonly text: string;
}

/**
 * Every filter and column of a request on one security-day: the value of each sub-expression as the scan computes it, the
 * reason of each null, and for filters that are not true what would have to change. A mistake is an unknown symbol or
 * a date that is none; a day without a row is an answer. Rejects with MarketError.
 */
export function explain(
  market: Market,
  request: ScanRequest,
  given: SymbolDay,
  signal?: AbortSignal,
): Promise<Outcome<Explanation>> {
  return onSnapshot(market, (snapshot) => explainOnce(snapshot, request, given, signal));
}

async function explainOnce(
  market: Snapshot,
  request: ScanRequest,
  wanted: SymbolDay,
  signal: AbortSignal | undefined,
): Promise<Outcome<Explanation>> {
  const profile = await profileOf(market);
  const found = await findPlace(market, profile, wanted, signal);
  if (!found.ok) return found;
  const { place, absence, symbol, date } = found.value;
  const trees = columnTrees(request);
  const within = date >= request.start && date <= lastDayOf(request, trees, profile);
  const given = { snapshot: profile.snapshot, symbol, date, absence, within };
  if (place === null || absence !== null)
    return { ok: true, value: { ...given, doubts: [], qualifies: false, filters: [], columns: [] } };
  const base = { ...given, doubts: await doubtsOf(market, profile, place) };
  const filters = request.filters.map((filter) => labelled(filter.label, filter, request.source));
  const columns = request.columns.map((column) => labelled(column.name, column, request.source));
  const all = [...filters, ...columns];
  const { formulas, parts, known } = await explainOn({ market, profile, request, trees, place, signal }, all);
  const explained = formulas.slice(0, filters.length).map((formula, index): ExplainedFilter => {
    const part = parts[index];
    return { ...formula, failed: part ? whyNot(part, known) : null };
  });
  return {
    ok: true,
    value: {
      ...base,
      qualifies: within && explained.every(({ root }) => root.value === true),
      filters: explained,
      columns: formulas.slice(filters.length),
    },
  };
}

/** None in a market that was never checked. */
async function doubtsOf(market: Snapshot, profile: ScanProfile, place: Place): Promise<readonly Doubt[]> {
  if (!profile.eventCoverage.some(({ kind }) => kind === "doubtful")) return [];
  return market.query<Doubt>({
    sql: `SELECT toString(kind) AS kind, seen, expected FROM ${market.table("finding")} WHERE security_id = {security:UInt32} AND session = {session:UInt16} AND state = 'open' ORDER BY kind`,
    params: { security: place.security, session: place.session },
    lane: "interactive",
  });
}

/** Explains formulas on one security-day that has a bar. */
export async function explainOn(
  on: OneDay,
  formulas: readonly Labelled[],
): Promise<{
  readonly formulas: readonly ExplainedFormula[];
  readonly parts: readonly Part[];
  readonly known: NullContext;
}> {
  const { market, profile, request, trees, place, signal } = on;
  const collector = new PartCollector(trees, {
    from: (profile.firstSession ?? 0) - place.session,
    to: (profile.lastSession ?? 0) - place.session,
  });
  const parts = formulas.map(({ tree }) => collector.of(tree));
  const readOf = (security: number, symbol: string | undefined): Promise<History> =>
    readHistory(market, profile, security, historyNeeds(parts, place, symbol), signal);
  const [values, history, others] = await Promise.all([
    valuesOn(on, collector.queries),
    readOf(place.security, undefined),
    Promise.all(
      symbolsIn(parts).map(async (symbol): Promise<readonly [string, History | null]> => {
        const security = holderOn(profile.holders, symbol, place.session);
        return [symbol, security === null ? null : await readOf(security, symbol)];
      }),
    ),
  ]);
  const answerAt = (query: number) => {
    const value = values[query];
    if (!value) throw new RangeError(`nothing was asked at ${query}`);
    return value;
  };
  const known: NullContext = {
    history,
    others: new Map(others),
    session: place.session,
    columns: trees,
    value: (query) => answerAt(query).value,
    type: (query) => answerAt(query).type,
  };
  const env = {
    columns: columnsByKey(request.columns),
    use: "column",
    ...(request.own ? { own: request.own } : {}),
  } as const;
  const explained = formulas.flatMap(({ label, tree, code, text }, index): ExplainedFormula[] => {
    const part = parts[index];
    return part
      ? [{ label, text, code, unit: check(tree, env).unit, root: new ExplanationBuilder(known).part(part) }]
      : [];
  });
  return { formulas: explained, parts, known };
}

/** Builds the explained parts of one formula, each once. */
class ExplanationBuilder {
  readonly #known: NullContext;
  readonly #told = new Set<Part>();

  constructor(known: NullContext) {
    this.#known = known;
  }

  part(part: Part): Explained {
    const { node, day, range } = part;
    const known = this.#known;
    const again = this.#told.has(part) && part.parts.length > 0;
    this.#told.add(part);
    const value = known.value(part.value);
    const { history } = known;
    const elements =
      range?.elements?.map((query, index) => {
        const session = known.session + range.from + index;
        const bar = history.bar(session) !== null;
        return { date: history.date(session), bar, value: bar ? known.value(query) : null };
      }) ?? null;
    const source = sourceOf(part, known);
    const named = node.kind === "column" ? (known.columns.get(columnKey(node.name)) ?? null) : null;
    return {
      code: printCode(node),
      from: node.from,
      to: node.to,
      day,
      date: history.date(known.session + day) || null,
      type: known.type(part.value),
      value,
      reason: value === null ? whyNull(part, known) : null,
      source,
      origins: source === null || again ? [] : originsOf(part, source, known),
      known: knownAtOf(part, known),
      elements: again ? null : elements,
      text: named && printCode(named),
      parts: again ? [] : part.parts.map((inner) => this.part(inner)),
      cut: again || part.cut,
    };
  }
}

/** Symbols of the other securities that some parts are of. */
function symbolsIn(roots: readonly Part[]): readonly string[] {
  const symbols = new Set<string>();
  const seen = new Set<Part>();
  const visit = (part: Part): void => {
    if (seen.has(part)) return;
    seen.add(part);
    part.parts.forEach(visit);
    if (part.node.kind === "data" && part.node.point.ofSymbol !== undefined) symbols.add(part.node.point.ofSymbol);
  };
  roots.forEach(visit);
  return [...symbols];
}

/** What has to be read, besides the values, of the row's security, or of the one with a symbol. */
function historyNeeds(roots: readonly Part[], place: Place, symbol: string | undefined): HistoryNeeds {
  const needs = {
    minutes: new Set<number>(),
    intraday: new Map<string, IntradayNeed>(),
    fields: new Set<string>(),
    events: new Set<string>(),
    statements: false,
    changes: false,
  };
  const seen = new Set<Part>();
  const visit = (part: Part): void => {
    if (seen.has(part)) return;
    seen.add(part);
    part.parts.forEach(visit);
    if (part.node.kind !== "data") return;
    const { point } = part.node;
    if (point.ofSymbol !== symbol) return;
    const session = place.session + part.day + ("day" in point ? point.day : 0);
    switch (point.group) {
      case "intraday":
      case "intraday-at":
      case "intraday-at-time":
        needs.minutes.add(session);
        return;
      case "indicator":
        if (point.bars === null) return;
        needs.minutes.add(session);
        needs.intraday.set(JSON.stringify([session, point.bars]), { session, ...point.bars });
        return;
      case "identity":
        if (RENAMED_FIELDS.has(point.field)) needs.changes = true;
        else needs.fields.add(point.field);
        return;
      case "fundamental":
      case "ownership":
        needs.fields.add(point.field);
        return;
      case "event":
        needs.events.add(point.field);
        return;
      case "earnings":
        needs.statements = true;
        return;
      case "period-indicator":
      case "weekly":
      case "monthly":
      case "daily":
      case "daily-range":
      case "daily-at":
        return;
    }
  };
  roots.forEach(visit);
  return { ...needs, intraday: [...needs.intraday.values()] };
}

/**
 * A formula with the text its offsets refer to: as it was sent, where the request's text means the same, else
 * the canonical code.
 */
function labelled(
  label: string,
  { tree, code, path }: { readonly tree: Node; readonly code: string; readonly path: string },
  source: unknown,
): Labelled {
  const sent = textAt(source, path);
  if (sent !== null && [...walk(tree)].every((node) => node.to <= sent.length)) {
    const again = parseCode(sent).tree;
    if (again && sameTree(again, tree)) return { label, tree: again, code, text: sent };
  }
  const read = parseCode(code).tree;
  return { label, tree: read ?? tree, code, text: code };
}

/** The text at a path such as `filters.Custom[0]` or `filters.Custom[0].formula`; null where there is none. */
function textAt(source: unknown, path: string): string | null {
  let value = source;
  for (const step of path.split(/[.[\]]+/).filter((name) => name !== "")) {
    if (typeof value !== "object" || value === null) return null;
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  if (typeof value === "object" && value !== null) value = Object.getOwnPropertyDescriptor(value, "formula")?.value;
  return typeof value === "string" ? value : null;
}
