import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { check, columnKey, columnsByKey } from "../../formula/index.ts";
import type { KnownAt, Node } from "../../formula/index.ts";
import {
  cardState,
  entriesByStatement,
  isBegun,
  isEntry,
  itemName,
  readText,
  requestSent,
  toggledOff,
  treeOf,
  withText,
} from "../../request/index.ts";
import type { EntryStatement, RequestState, RequestText } from "../../request/index.ts";
import type { FunnelAnswer } from "../../contract/index.ts";
import type { MarginLine } from "../editor/request-margin.ts";
import { shownRun } from "../results/shown-run.ts";
import { useStatistics } from "../results/statistics.ts";
import { call } from "../state/queries/calls.ts";
import { answerOrThrow, keepNewest, NEVER_STALE } from "../state/queries/route-query.ts";
import { preview, previewText } from "../state/slices/preview.ts";
import { validity } from "../state/slices/validity.ts";
import { statisticsByName, columnLine, countsOfFunnel, countsOfOff, datesLine, filterLine } from "./margin-figures.ts";
import { useValues } from "./use-values.ts";

const NO_RUN = { id: "", version: "" };

/** Answers kept, so that taking a change back costs nothing. */
const ANSWERS = 8;

const textOf = (request: object | null): unknown => (request !== null && "text" in request ? request.text : null);

/** An entry of the text with what can be known of it without the server. */
interface KnownEntry {
  readonly statement: EntryStatement;
  readonly name: string;
  readonly tree: Node | null;
  readonly known: KnownAt | null;
}

function knownEntries(text: RequestText, state: RequestState): readonly KnownEntry[] {
  const columns = columnsByKey(validity.columns);
  return [...entriesByStatement(text, state)].flatMap(([statement, { side, title, index }]) => {
    const item = cardState(state, side, title).addedOptions[index]?.addedItem;
    if (item === undefined) return [];
    const tree = treeOf(side, title, item);
    const known = tree === null ? null : check(tree, { columns, use: statement.kind }).knownAt;
    return [{ statement, name: itemName(item), tree, known }];
  });
}

/** The request with all filters of its text switched on, and which statements these are; null where none is off. */
function withAllFilters(text: RequestText, state: RequestState): { request: object; filters: EntryStatement[] } | null {
  const filters = text.statements.filter(isEntry).filter((one) => one.kind === "filter" && !isBegun(one));
  const off = filters.filter((filter) => filter.off);
  if (off.length === 0) return null;
  // From the last to the first: what stands before keeps its place.
  const on = off.toReversed().reduce((now, { from }) => toggledOff(now, from), text.text);
  const { text: _text, ...request } = requestSent(withText(state, on));
  return readText(on).findings.some(({ severity }) => severity === "error") ? null : { request, filters };
}

/** What filters that are switched off would leave, asked for once for a text that has any. */
function useOffCounts(text: RequestText, state: RequestState, wanted: boolean): FunnelAnswer["patterns"] {
  const request = useMemo(
    () => (wanted ? (withAllFilters(text, state)?.request ?? null) : null),
    [wanted, text, state],
  );
  const { data } = useQuery({
    ...NEVER_STALE,
    queryKey: ["funnel of text", request],
    queryFn: ({ signal }): Promise<FunnelAnswer> => {
      keepNewest("funnel of text", ANSWERS);
      return answerOrThrow(call("funnel", { body: { request: request ?? {} }, signal }));
    },
    enabled: request !== null,
    retryOnMount: false,
  });
  return request === null ? null : (data?.patterns ?? null);
}

/**
 * What stands in the margin of a text: null while the preview is of another request than the text says. The counts of the
 * filters are there before what the columns are worth.
 */
export function useMargin(text: RequestText, state: RequestState): readonly MarginLine[] | null {
  const { shown, of, phase, counted, latest } = useSnapshot(preview);
  const { previewable } = useSnapshot(validity);
  const sent = useMemo(() => (previewable === null ? null : previewText(previewable)), [previewable]);
  const written = sent !== null && textOf(previewable) === text.text;
  const ready = written && phase === "ready" && shown !== null && sent === of;
  const fresh = ready || (written && phase === "running" && counted !== null && sent === latest);
  const entries = useMemo(() => (fresh ? knownEntries(text, state) : []), [fresh, text, state]);
  const columns = useMemo(() => entries.filter(({ statement }) => statement.kind === "column"), [entries]);
  const { columns: known } = useSnapshot(validity);
  // Not before the preview has ended, which they would take the engine from.
  const { answer } = useValues(ready ? columns.flatMap(({ tree }) => tree ?? []) : [], known);
  const run = shown === null ? null : shownRun(shown);
  const { loadable } = useStatistics(run ?? NO_RUN, {}, ready && columns.length > 0);
  const statistics = loadable.phase === "ready" ? loadable.value : null;
  const patterns = useOffCounts(text, state, ready);
  const funnel = (ready ? shown : counted)?.funnel;
  return useMemo(() => {
    if (!fresh || funnel === undefined) return null;
    const counts = new Map([
      ...countsOfFunnel(text, funnel),
      ...countsOfOff(withAllFilters(text, state)?.filters ?? [], patterns),
    ]);
    const spread = statisticsByName(statistics ?? []);
    const values = (answer?.formulas ?? []).values();
    const lines = entries.map(({ statement, name, tree, known: knownAt }) => {
      if (statement.kind === "filter") return filterLine(statement, counts.get(statement), knownAt);
      const value = tree === null ? undefined : (values.next().value ?? undefined);
      const line = columnLine(statement, { value, statistics: spread.get(columnKey(name)), known: knownAt });
      return statistics === null && loadable.phase !== "failed" ? { ...line, waits: true } : line;
    });
    const off = [...counts].flatMap(([statement, count]) => (statement.off ? filterLine(statement, count, null) : []));
    return [datesLine(text, funnel), ...lines, ...off].filter((line) => line !== null);
  }, [fresh, funnel, text, state, entries, statistics, loadable.phase, answer, patterns]);
}
