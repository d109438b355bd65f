import type { FastifyInstance } from "fastify";
import { ROUTES, tradesOfRow } from "../../contract/index.ts";
import type { ChartIndicators } from "../../contract/index.ts";
import { walk } from "../../formula/index.ts";
import { marketProfile, onSnapshotOf, sessionFrom, sessionOf } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import {
  chartBars,
  chartHits,
  chartIndicators,
  chartMarks,
  explain,
  findChartSecurity,
  searchSymbols,
} from "../../scan/index.ts";
import type { ChartLine, ChartSecurity } from "../../scan/index.ts";
import { CHART_LIMITS, REGULAR_CLOSE, REGULAR_OPEN } from "../../vocabulary/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { Turns } from "../answers/turns.ts";
import type { SignedIn } from "../auth/actor.ts";
import type { Db } from "../db/index.ts";
import { readKeptRequest } from "../own-data/own-request.ts";
import { ProblemAnswer } from "../problem.ts";
import { findRequest } from "../requests/find-request.ts";
import type { Previews } from "../runs/previews.ts";
import { answer, DONE } from "../route.ts";
import { whileConnected } from "../while-connected.ts";
import { changeLayout, deleteLayout, findLayout, listLayouts, saveLayout } from "./layouts.ts";
import { marketState } from "./market-state.ts";
import { chartPlan, requireTimeframe, requireIndicators } from "./plan.ts";
import { linesOf, readStudies } from "./study.ts";
import type { Study } from "./study.ts";

export interface ChartParts {
  readonly db: Db;
  readonly market: Market;
  readonly previews: Previews;
}

/** Histories of minutes that are read at once, and how many more may wait. */
const CONCURRENT_READS = 4;
const MAX_WAITING_READS = 32;

interface ChartRange {
  readonly security?: number | undefined;
  readonly symbol?: string | undefined;
  readonly date?: string | undefined;
}

/** The routes of charts: bars, indicators, symbols, marks, saved charts. The same on the product and on the charting page. */
export function chartRoutes(app: FastifyInstance, { db, market, previews }: ChartParts): void {
  const turns = new Turns({ atOnce: CONCURRENT_READS, waiting: MAX_WAITING_READS });

  const find = async ({ security, symbol, date }: ChartRange): Promise<ChartSecurity> => {
    const wanted = security === undefined ? { symbol: symbol ?? "", date: date ?? null } : { security };
    const found = await findChartSecurity(market, wanted);
    if (found === null) throw new ProblemAnswer("not-found", `There is no symbol ${symbol ?? security ?? ""}.`);
    return found;
  };
  const finished = async (
    { account }: SignedIn,
    id: string,
  ): Promise<{ name: string; run: FinishedRun; source: unknown }> => {
    const view = (await previews.get(account.id, id)) ?? (await findRequest(db, account.id, id));
    if (view === null) throw new ProblemAnswer("not-found", "There is no such request.");
    if (view.finished === null) throw new ProblemAnswer("not-finished", `The scan is ${view.status}.`);
    return { name: view.name, run: view.finished, source: view.meta.request };
  };

  answer(app, ROUTES.chartProduct, async ({ actor }) => {
    const { name, product, session, features } = await chartPlan(db, actor.account.id);
    const { firstSession, lastSession, minuteSessions, calendar } = await marketProfile(market);
    const span = (first: number | null | undefined, last: number | null | undefined) => {
      const [from, to] = [calendar[first ?? -1], calendar[last ?? -1]];
      return from && to ? { first_date: from.date, last_date: to.date } : null;
    };
    return {
      product,
      plan: name,
      session,
      features,
      daily: span(firstSession, lastSession),
      minute: span(minuteSessions[0], minuteSessions.at(-1)),
    };
  });
  answer(app, ROUTES.chartMarketState, async () => marketState(new Date()));
  answer(app, ROUTES.chartSymbols, async ({ query, reply }) =>
    whileConnected(reply, async (signal) => ({ items: await searchSymbols(market, query.query, query.limit, signal) })),
  );

  answer(app, ROUTES.chartBars, async ({ actor, query, reply }) => {
    const plan = await chartPlan(db, actor.account.id);
    const { timeframe, hours, adjusted, before, after, limit } = query;
    requireTimeframe(plan, timeframe);
    const security = await find(query);
    const series = { security: security.security, timeframe, hours, adjusted, session: plan.session };
    const window = { before: sessionAt(before), after: afterSession(after), limit, earliest: plan.earliest };
    const page = await whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, () => chartBars(market, series, window, signal)),
    );
    return { security, timeframe, hours, adjusted, ...page, unusual_days: unusualDays(page.bars) };
  });

  answer(app, ROUTES.chartIndicators, async ({ actor, body, reply }): Promise<ChartIndicators> => {
    const plan = await chartPlan(db, actor.account.id);
    const { timeframe, hours, adjusted } = body;
    requireIndicators(plan);
    requireTimeframe(plan, timeframe);
    const studies = readStudies(body.indicators, timeframe);
    const { security } = await find(body);
    const series = { security, timeframe, hours, adjusted, session: plan.session };
    const span = { first: Math.max(plan.earliest, sessionAt(body.from) ?? 0), last: afterSession(body.to) ?? 0 };
    const { times, lines } = await whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, () => chartIndicators(market, series, linesOf(studies), span, signal)),
    );
    return { times, items: itemsOf(studies, lines) };
  });

  answer(app, ROUTES.chartMarks, async ({ actor, query }) => {
    const { name, run } = await finished(actor, query.request);
    const { security } = await find(query);
    const columns = run.columns.slice(2).map(({ name: column, type, unit }) => ({ name: column, type, unit }));
    return { name, columns, items: await chartMarks(market, run, security, CHART_LIMITS.marks) };
  });
  answer(app, ROUTES.chartTrades, async ({ actor, query, reply }) => {
    const { account } = actor;
    const { run, source } = await finished(actor, query.request);
    const request = await readKeptRequest(db, account.id, source);
    if (request === null || !hasTrades(request)) return { items: [] };
    const explained = await whileConnected(reply, (signal) =>
      turns.take(account.id, signal, () =>
        onSnapshotOf(market, run.snapshot.id, (snapshot) =>
          explain(snapshot, { ...request, filters: [] }, query, signal),
        ),
      ),
    );
    // A row whose symbol or day is none any more has no trade to show.
    return { items: explained.ok ? tradesOfRow(explained.value) : [] };
  });
  answer(app, ROUTES.chartHits, async ({ actor, query }) => {
    const { name, run } = await finished(actor, query.request);
    return { name, total: run.rows, items: await chartHits(market, run, query) };
  });

  answer(app, ROUTES.chartLayouts, async ({ actor }) => ({ items: await listLayouts(db, actor.account.id) }));
  answer(app, ROUTES.chartLayout, async ({ actor, params }) => findLayout(db, actor.account.id, params.id));
  answer(app, ROUTES.saveChartLayout, async ({ actor, body }) => saveLayout(db, actor.account.id, body));
  answer(app, ROUTES.changeChartLayout, async ({ actor, params, body }) =>
    changeLayout(db, actor.account.id, params.id, body),
  );
  answer(app, ROUTES.deleteChartLayout, async ({ actor, params }) => {
    await deleteLayout(db, actor.account.id, params.id);
    return DONE;
  });
}

const hasTrades = ({ columns }: ScanRequest): boolean =>
  columns.some(({ tree }) => [...walk(tree)].some(({ kind }) => kind === "trade"));

/** Half days and late opens among the days of some bars. */
function unusualDays(bars: readonly { readonly time: string }[]): { date: string; open: number; close: number }[] {
  const days = new Set(bars.map(({ time }) => time.slice(0, 10)));
  return [...days].flatMap((date) => {
    const day = sessionOf(date);
    const usual = day === null || (day.open === REGULAR_OPEN && day.close === REGULAR_CLOSE);
    return usual ? [] : [{ date, open: day.open, close: day.close }];
  });
}

/** The session on a day or the next one; past the calendar a number beyond every session. */
function sessionAt(date: string | undefined): number | undefined {
  return date === undefined ? undefined : (sessionFrom(date)?.session ?? 65_535);
}

/** The last session on or before a day: bars after the day are after this session. */
function afterSession(date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  const next = sessionFrom(date);
  if (next === null) return 65_535;
  return next.date === date ? next.session : Math.max(0, next.session - 1);
}

function itemsOf(studies: readonly Study[], lines: readonly ChartLine[]): ChartIndicators["items"] {
  let at = 0;
  return studies.map(({ entry, parameters, source }) => ({
    name: entry.name,
    parameters,
    source,
    lines: entry.lines.map(({ name, title }) => {
      const { values = [], unsettled = 0 } = lines[at++] ?? {};
      return { name, title, values, unsettled };
    }),
  }));
}
