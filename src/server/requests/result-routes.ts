import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { columnStatistics, viewRows } from "../../scan/index.ts";
import { Turns } from "../answers/turns.ts";
import type { SignedIn } from "../auth/actor.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import { whileThere } from "../while-there.ts";
import { finishedOf } from "./finished-of.ts";
import type { RunView } from "../runs/run-view.ts";

/** Statistics read every column of a result; so many at a time, and so many more may wait. */
const AT_A_TIME = 2;
const WAITING = 8;

/** What is asked of the rows of finished runs and previews. */
export function resultRoutes(
  app: FastifyInstance,
  market: Market,
  find: (actor: SignedIn, id: string) => Promise<RunView>,
): void {
  const turns = new Turns({ atOnce: AT_A_TIME, waiting: WAITING });

  answer(app, ROUTES.rows, async ({ actor, params, query }) => {
    const finished = finishedOf(await find(actor, params.id));
    const { offset, limit, sort = null, order, q } = query;
    if (sort !== null && sort >= finished.columns.length) {
      const message = `There are ${finished.columns.length} columns, the first is 0.`;
      throw new ProblemAnswer("bad-request", message, [{ path: "sort", message }]);
    }
    const view = { sort, descending: order === "desc", search: q };
    return { offset, ...(await viewRows(market, finished, { offset, limit }, view)) };
  });
  answer(app, ROUTES.statistics, async ({ actor, params, reply }) => {
    const finished = finishedOf(await find(actor, params.id));
    return whileThere(reply, (signal) =>
      turns.take(actor.account.id, signal, async () => ({ columns: await columnStatistics(market, finished, signal) })),
    );
  });
}
