import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { columnStatistics, groupRows, viewRows } from "../../scan/index.ts";
import { Turns } from "../answers/turns.ts";
import type { SignedIn } from "../auth/actor.ts";
import { answer } from "../route.ts";
import { whileConnected } from "../while-connected.ts";
import { finishedOf } from "./finished-of.ts";
import { groupedBy, rowFilterOf, sortOf } from "./row-query.ts";
import type { RunView } from "../runs/run-view.ts";

/** Bounds on statistics and groups, which read every column of a result. */
const CONCURRENT_READS = 2;
const MAX_WAITING = 8;

/** Routes on the rows of finished runs and previews. */
export function resultRoutes(
  app: FastifyInstance,
  market: Market,
  find: (actor: SignedIn, id: string) => Promise<RunView>,
): void {
  const turns = new Turns({ atOnce: CONCURRENT_READS, waiting: MAX_WAITING });

  answer(app, ROUTES.rows, async ({ actor, params, query }) => {
    const finished = finishedOf(await find(actor, params.id));
    const { offset, limit } = query;
    const view = { sort: sortOf(finished, query), ...rowFilterOf(finished, query) };
    return { offset, ...(await viewRows(market, finished, { offset, limit }, view)) };
  });
  answer(app, ROUTES.statistics, async ({ actor, params, query, reply }) => {
    const finished = finishedOf(await find(actor, params.id));
    const filter = rowFilterOf(finished, query);
    return whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, async () => ({
        columns: await columnStatistics(market, finished, filter, signal),
      })),
    );
  });
  answer(app, ROUTES.groups, async ({ actor, params, query, reply }) => {
    const finished = finishedOf(await find(actor, params.id));
    const options = { by: groupedBy(finished, query), limit: query.limit, ...rowFilterOf(finished, query) };
    return whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, () => groupRows(market, finished, options, signal)),
    );
  });
}
