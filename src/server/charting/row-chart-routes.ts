import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { sessionOf } from "../../market/index.ts";
import { rowCharts, viewHits } from "../../scan/index.ts";
import { REGULAR_CLOSE, REGULAR_OPEN } from "../../vocabulary/index.ts";
import { Turns } from "../answers/turns.ts";
import { ProblemAnswer } from "../problem.ts";
import { findRequest } from "../requests/find-request.ts";
import { finishedOf } from "../requests/finished-of.ts";
import { dayKey, labelDay, labelledRows, labelsOf } from "../requests/labels.ts";
import { rowFilterOf, sortOf } from "../requests/row-query.ts";
import { answer, DONE } from "../route.ts";
import { whileConnected } from "../while-connected.ts";
import { chartPlan, requireTimeframe } from "./plan.ts";
import type { ChartParts } from "./routes.ts";

/** Answers that read at once, and how many of a user may wait. */
const CONCURRENT_READS = 2;
const MAX_WAITING = 8;

/** Charts of many rows at once, and the labels of their days. */
export function rowChartRoutes(app: FastifyInstance, { db, market, previews }: ChartParts): void {
  const turns = new Turns({ atOnce: CONCURRENT_READS, waiting: MAX_WAITING });
  answer(app, ROUTES.rowCharts, async ({ actor, params, query, reply }) => {
    const { id: account } = actor.account;
    const found = (await previews.get(account, params.id)) ?? (await findRequest(db, account, params.id));
    if (found === null) throw new ProblemAnswer("not-found", "There is no such request.");
    const finished = await labelledRows(db, account, finishedOf(found), query.labels);
    const plan = await chartPlan(db, account);
    requireTimeframe(plan, "1D");
    const { offset, limit } = query;
    const view = { sort: sortOf(finished, query), ...rowFilterOf(finished, query) };
    const { total, rows } = await viewHits(market, finished, { offset, limit }, view);
    const days = rows.map(({ security, date }) => ({ security, session: sessionOf(date)?.session ?? 0 }));
    const minutes = plan.product.chart_timeframe.includes("5m") ? plan.session : null;
    const [bars, labels] = await Promise.all([
      whileConnected(reply, (signal) =>
        turns.take(account, signal, () => rowCharts(market, days, { minutes, earliest: plan.earliest }, signal)),
      ),
      labelsOf(db, account, rows),
    ]);
    const charts = rows.flatMap((row, index) => {
      const { open, close } = sessionOf(row.date) ?? { open: REGULAR_OPEN, close: REGULAR_CLOSE };
      const shown = bars[index];
      const label = labels.get(dayKey(row)) ?? null;
      return shown === undefined ? [] : [{ ...row, label, session: [open, close] as const, ...shown }];
    });
    return { offset, total, charts };
  });
  answer(app, ROUTES.labelDay, async ({ actor, body }) => {
    await labelDay(db, actor.account.id, body);
    return DONE;
  });
}
