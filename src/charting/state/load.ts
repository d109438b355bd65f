import type { ChartBars } from "../../contract/index.ts";
import { DAY_MS } from "../../vocabulary/index.ts";
import { call, messageOf } from "./calls.ts";
import { address, content, data, keepOut } from "./chart.ts";
import type { Loaded } from "./chart.ts";

/** Bars loaded at a time: a few screens. */
const PAGE = 1_500;

type Wanted = Readonly<{ symbol: string; date?: string | undefined; before?: string; after?: string }>;

let running = new AbortController();

const ask = (wanted: Wanted, signal: AbortSignal) =>
  call("chartBars", {
    query: {
      ...wanted,
      timeframe: content.timeframe,
      hours: content.hours,
      adjusted: content.adjusted,
      limit: PAGE,
    },
    signal,
  });

const unusualOf = ({ unusual_days: days }: ChartBars): Loaded["unusual"] =>
  keepOut(new Map(days.map(({ date, open, close }) => [date, { open, close }])));
const loadedOf = (answer: ChartBars): Loaded => ({
  bars: keepOut([...answer.bars]),
  unusual: unusualOf(answer),
  earlier: answer.earlier,
  later: answer.later,
});

/** The day after, in the calendar. */
const dayAfter = (date: string, days = 1): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Loads the bars of what is shown: up to some days after the date of the address, the newest without one. */
export async function loadBars(): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const { symbol } = content;
  Object.assign(data, { phase: "loading", error: null, paging: false });
  const { date } = address;
  // Some bars beyond the day itself, so that what came of it can be seen.
  const beyond =
    content.timeframe === "1M" ? 400 : content.timeframe === "1W" ? 200 : content.timeframe === "1D" ? 90 : 4;
  const before = date === null ? {} : { before: dayAfter(date, beyond) };
  const answer = await ask({ symbol, ...(date === null ? {} : { date }), ...before }, signal);
  if (!answer.ok) {
    if (answer.error.kind !== "aborted") Object.assign(data, { phase: "failed", error: messageOf(answer.error) });
    return;
  }
  const { security } = answer.value;
  // An old symbol, or another spelling: from now on it is called what it is called now.
  content.symbol = security.symbol;
  Object.assign(data, { security, loaded: loadedOf(answer.value), phase: "ready", compared: [] });
  await loadCompared(signal);
}

/** Goes on with the bars before, or after, those that are there. */
export async function loadMore(side: "earlier" | "later"): Promise<void> {
  const { loaded } = data;
  const edge = loaded?.[side];
  if (loaded === null || edge === null || edge === undefined || data.paging || data.phase !== "ready") return;
  data.paging = true;
  const { signal } = running;
  const wanted = side === "earlier" ? { before: edge } : { after: edge };
  const answer = await ask({ symbol: content.symbol, ...wanted }, signal);
  if (signal.aborted) return;
  data.paging = false;
  if (!answer.ok) return;
  const more = loadedOf(answer.value);
  const unusual = keepOut(new Map([...loaded.unusual, ...more.unusual]));
  data.loaded =
    side === "earlier"
      ? { bars: keepOut([...more.bars, ...loaded.bars]), unusual, earlier: more.earlier, later: loaded.later }
      : { bars: keepOut([...loaded.bars, ...more.bars]), unusual, earlier: loaded.earlier, later: more.later };
  await Promise.all([loadCompared(signal), loadStudies()]);
}

/** Bars of the compared symbols over the days that are shown. */
export async function loadCompared(signal = running.signal): Promise<void> {
  const { loaded } = data;
  const last = loaded?.bars.at(-1)?.time.slice(0, 10);
  const compared = [];
  if (last === undefined) return;
  for (const symbol of content.compare) {
    const answer = await ask({ symbol, before: dayAfter(last) }, signal);
    if (signal.aborted) return;
    if (answer.ok) compared.push({ symbol, loaded: loadedOf(answer.value) });
  }
  data.compared = compared;
}

let studying = new AbortController();

/** Lines of the indicators over the days that are there. */
export async function loadStudies(): Promise<void> {
  studying.abort();
  studying = new AbortController();
  const { signal } = studying;
  const bars = data.loaded?.bars ?? [];
  const [from, to] = [bars[0]?.time.slice(0, 10), bars.at(-1)?.time.slice(0, 10)];
  const { indicators } = content;
  if (
    indicators.length === 0 ||
    from === undefined ||
    to === undefined ||
    data.product?.product.chart_indicator_enabled !== true
  ) {
    Object.assign(data, { studies: [], studyError: null });
    return;
  }
  const { symbol, timeframe, hours, adjusted } = content;
  const wanted = indicators.map(({ name, parameters, source }) => ({ name, parameters: [...parameters], source }));
  const ids = indicators.map(({ id }) => id);
  const body = { symbol, timeframe, hours, adjusted, from, to, indicators: wanted };
  const answer = await call("chartIndicators", { body, signal });
  if (answer.ok) {
    const { times, items } = answer.value;
    data.studies = items.map((item, index) => ({
      id: ids[index] ?? "",
      items: keepOut([item]),
      times: keepOut([...times]),
    }));
    data.studyError = null;
  } else if (answer.error.kind !== "aborted") {
    Object.assign(data, { studies: [], studyError: messageOf(answer.error) });
  }
}

const NO_MARKS = { marks: null, hits: null, trades: [] } as const;

let marking = new AbortController();

/** The rows of the request for the security that is shown, and the trades of the opened one. */
export async function loadMarks(): Promise<void> {
  marking.abort();
  marking = new AbortController();
  const { signal } = marking;
  const { request, date } = address;
  const { symbol } = content;
  if (request === null || symbol === "") {
    Object.assign(data, NO_MARKS);
    return;
  }
  const [marks, hits] = await Promise.all([
    call("chartMarks", { query: { request, symbol }, signal }),
    call("chartHits", { query: { request, limit: 1 }, signal }),
  ]);
  if (signal.aborted) return;
  if (!marks.ok || !hits.ok) {
    Object.assign(data, NO_MARKS);
    return;
  }
  const here = marks.value.items.find((item) => item.date === date);
  Object.assign(data, {
    marks: keepOut(marks.value),
    trades: [],
    hits: { row: here?.row ?? null, total: hits.value.total, name: hits.value.name },
  });
  if (here === undefined || date === null) return;
  const trades = await call("chartTrades", { query: { request, symbol, date }, signal });
  if (trades.ok && !signal.aborted) data.trades = keepOut(trades.value.items);
}
