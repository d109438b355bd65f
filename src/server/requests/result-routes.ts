import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { columnStatistics, groupRows, hasLabels, viewRows, viewSecurities } from "../../scan/index.ts";
import type { RunRows } from "../../vocabulary/index.ts";
import { Turns } from "../answers/turns.ts";
import type { SignedIn } from "../auth/actor.ts";
import type { Db } from "../db/index.ts";
import { answer } from "../route.ts";
import { whileConnected } from "../while-connected.ts";
import { finishedOf } from "./finished-of.ts";
import { labelledRows } from "./labels.ts";
import { groupedBy, rowFilterOf, sortOf } from "./row-query.ts";
import type { RunView } from "../runs/run-view.ts";

/** Bounds on statistics and groups, which read every column of a result. */
const CONCURRENT_READS = 2;
const MAX_WAITING = 8;

/** Routes on the rows of finished runs and previews. */
export function resultRoutes(
  app: FastifyInstance,
  db: Db,
  market: Market,
  find: (actor: SignedIn, id: string) => Promise<RunView>,
): void {
  const turns = new Turns({ atOnce: CONCURRENT_READS, waiting: MAX_WAITING });

  /** The rows of a request as the caller looks at them. */
  const rowsOf = async (actor: SignedIn, id: string, { labels }: { readonly labels: boolean }): Promise<RunRows> =>
    labelledRows(db, actor.account.id, finishedOf(await find(actor, id)), labels);

  answer(app, ROUTES.rows, async ({ actor, params, query }) => {
    const run = await rowsOf(actor, params.id, query);
    const { offset, limit, labels } = query;
    const view = { sort: sortOf(run, query), ...rowFilterOf(run, query) };
    if (!labels) return { offset, ...(await viewRows(market, run, { offset, limit }, view)) };
    const [page, labelled] = await Promise.all([
      viewSecurities(market, run, { offset, limit }, view),
      hasLabels(market, run),
    ]);
    return { offset, ...page, labelled };
  });
  answer(app, ROUTES.statistics, async ({ actor, params, query, reply }) => {
    const run = await rowsOf(actor, params.id, query);
    const filter = rowFilterOf(run, query);
    return whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, async () => ({
        columns: await columnStatistics(market, run, filter, signal),
      })),
    );
  });
  answer(app, ROUTES.groups, async ({ actor, params, query, reply }) => {
    const run = await rowsOf(actor, params.id, query);
    const options = { by: groupedBy(run, query), limit: query.limit, ...rowFilterOf(run, query) };
    return whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, () => groupRows(market, run, options, signal)),
    );
  });
}
