import type { FastifyInstance, FastifyReply } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { columnKey } from "../../formula/index.ts";
import type { Market } from "../../market/index.ts";
import { outcomeMistake } from "../../request/index.ts";
import { isCut, studyBase, studyGrid, studyPath, studyRun } from "../../scan/index.ts";
import type { StudyOptions } from "../../scan/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { Turns } from "../answers/turns.ts";
import type { SignedIn } from "../auth/actor.ts";
import type { Db } from "../db/index.ts";
import { readKeptRequest } from "../own-data/own-request.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import type { RunView } from "../runs/run-view.ts";
import { whileConnected } from "../while-connected.ts";
import { resultOf } from "./finished-of.ts";

/** Bounds on studies, which read every column of a result or scan the market again. */
const CONCURRENT_STUDIES = 2;
const MAX_WAITING = 8;

interface StudyParts {
  readonly db: Db;
  readonly market: Market;
  readonly find: (actor: SignedIn, id: string) => Promise<RunView>;
}

/** Routes on what the rows of finished runs were worth. */
export function studyRoutes(app: FastifyInstance, { db, market, find }: StudyParts): void {
  const turns = new Turns({ atOnce: CONCURRENT_STUDIES, waiting: MAX_WAITING });

  /** Takes a turn with a finished run and the place of its outcome. */
  const studied = async <T>(
    { actor, params, query, reply }: StudyCall,
    work: (finished: FinishedRun, options: StudyOptions) => Promise<T>,
  ): Promise<T> => {
    const { meta, finished } = resultOf(await find(actor, params.id));
    const outcome = outcomeOf(finished, query.outcome ?? placeOf(finished, outcomeNameOf(meta.request)));
    return whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, () => work(finished, { outcome, seed: query.seed, signal })),
    );
  };
  answer(app, ROUTES.study, (sent) => studied(sent, (finished, options) => studyRun(market, finished, options)));
  answer(app, ROUTES.studyPath, async (sent) => {
    const { meta } = resultOf(await find(sent.actor, sent.params.id));
    const request = await readKeptRequest(db, sent.actor.account.id, meta.request);
    const heldFrom = request?.held?.start ?? null;
    return studied(sent, (finished, options) => studyPath(market, finished, { ...options, heldFrom }));
  });
  answer(app, ROUTES.studyGrid, (sent) => {
    const { parts } = sent.query;
    return studied(sent, async (finished, options) => {
      const others = finished.columns.flatMap((column, at) => (at !== options.outcome && isCut(column) ? [at] : []));
      const { across = others[0] ?? 0, down = others[1] ?? across } = sent.query;
      requireCut(finished, "across", across);
      requireCut(finished, "down", down);
      return studyGrid(market, finished, { ...options, across, down, parts });
    });
  });
  answer(app, ROUTES.studyBase, async ({ actor, params, query, reply }) => {
    const { meta, finished } = resultOf(await find(actor, params.id));
    const request = await readKeptRequest(db, actor.account.id, meta.request);
    if (request === null)
      throw new ProblemAnswer("invalid-request", "The request of this run cannot be read any more; run it again.");
    const outcome = outcomeOf(finished, query.outcome ?? placeOf(finished, request.outcome));
    const column = finished.columns[outcome];
    const rows = finished.rows - (column?.nulls ?? 0);
    return whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, () =>
        studyBase(
          market,
          { ...request, outcome: column?.name ?? null },
          { rows, seed: query.seed, signal, lane: "interactive" },
        ),
      ),
    );
  });
}

interface StudyCall {
  readonly actor: SignedIn;
  readonly params: { readonly id: string };
  readonly query: { readonly outcome?: number | undefined; readonly seed: number };
  readonly reply: FastifyReply;
}

/** A column that can be cut into parts. */
function requireCut({ columns }: FinishedRun, path: string, place: number): void {
  const column = columns[place];
  if (column !== undefined && isCut(column)) return;
  const message =
    column === undefined
      ? `There are ${columns.length} columns, the first is 0.`
      : `${column.name} is no number and no time, so it is not cut into parts.`;
  throw new ProblemAnswer("bad-request", message, [{ path, message }]);
}

/** The outcome that a run's request names, also where the request cannot be read any more. */
function outcomeNameOf(source: unknown): string | null {
  if (typeof source !== "object" || source === null || !("outcome" in source)) return null;
  return typeof source.outcome === "string" ? source.outcome : null;
}

/** The outcome that the request names, or the first column that can be one. */
function placeOf({ columns }: FinishedRun, name: string | null): number {
  const named = columns.findIndex((column) => name !== null && columnKey(column.name) === columnKey(name));
  const place = named >= 0 ? named : columns.findIndex((column) => outcomeMistake(column.name, column) === null);
  if (place >= 0) return place;
  const message = "No column of the result becomes known after the close of its day.";
  throw new ProblemAnswer("bad-request", message, [{ path: "outcome", message }]);
}

/** A column that can be an outcome. */
function outcomeOf({ columns }: FinishedRun, place: number): number {
  const column = columns[place];
  const message =
    column === undefined ? `There are ${columns.length} columns, the first is 0.` : outcomeMistake(column.name, column);
  if (message !== null) throw new ProblemAnswer("bad-request", message, [{ path: "outcome", message }]);
  return place;
}
