import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { columnKey, parameterKey } from "../../formula/index.ts";
import type { Market } from "../../market/index.ts";
import { valueIn } from "../../request/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { runOpening, runSweep, sweepMistake } from "../../scan/index.ts";
import { Turns } from "../answers/turns.ts";
import type { SignedIn } from "../auth/actor.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import type { RunView } from "../runs/run-view.ts";
import { whileConnected } from "../while-connected.ts";
import { recordOpening, recordSweep, sweepHistory } from "./sweep-history.ts";

/** Bounds on sweeps, each of which is a scan with more columns than its request has. */
const CONCURRENT_SWEEPS = 2;
const MAX_WAITING = 4;

interface SweepParts {
  readonly db: Db;
  readonly market: Market;
  readonly find: (actor: SignedIn, id: string) => Promise<RunView>;
  /** The request of a run, checked again. */
  readonly read: (actor: SignedIn, view: RunView) => Promise<ScanRequest>;
}

/** Routes on the settings of a request's parameters. */
export function sweepRoutes(app: FastifyInstance, { db, market, find, read }: SweepParts): void {
  const turns = new Turns({ atOnce: CONCURRENT_SWEEPS, waiting: MAX_WAITING });
  const newRun = (): string => `sweep_${randomBytes(8).toString("hex")}`;

  const swept = async (actor: SignedIn, sent: string, named: string | undefined) => {
    const view = await find(actor, sent);
    const request = await read(actor, view);
    const wanted = named ?? request.outcome ?? "";
    refuse("outcome", sweepMistake(request, wanted));
    const outcome = request.columns.find(({ name }) => columnKey(name) === columnKey(wanted))?.name ?? wanted;
    const account = actor.account.id;
    const history = () => sweepHistory(db, account, view.id, request.held);
    return { tried: { account, id: view.id, request, outcome }, history };
  };

  answer(app, ROUTES.sweep, async ({ actor, params, query, reply }) => {
    const { tried, history } = await swept(actor, params.id, query.outcome);
    const { request, outcome } = tried;
    const sweep = await whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, () =>
        runSweep(market, request, outcome, { run: newRun(), seed: query.seed, signal }),
      ),
    );
    await recordSweep(db, tried, sweep.cells.length);
    return { ...sweep, history: await history() };
  });

  answer(app, ROUTES.openSweep, async ({ actor, params, body, reply }) => {
    const { tried, history } = await swept(actor, params.id, body.outcome);
    const { request, outcome } = tried;
    const { held } = request;
    if (held === null) return refuse("values", "The request holds out no days: hold out last third.");
    const values = request.parameters.map((parameter, at) => valueIn(parameter, body.values[at] ?? NaN));
    if (values.length !== body.values.length || !values.every((value) => value !== null))
      return refuse("values", "These are no values of the parameters, one for each, in their order.");
    const setting = new Map(request.parameters.map(({ name }, at) => [parameterKey(name), values[at] ?? NaN]));
    const cell = await whileConnected(reply, (signal) =>
      turns.take(actor.account.id, signal, () =>
        runOpening(market, request, outcome, setting, { run: newRun(), signal }),
      ),
    );
    // Kept before anybody sees the figures.
    await recordOpening(db, tried, { values, start: held.start, end: held.end, cell });
    return { history: await history() };
  });
}

function refuse(path: string, message: string): never;
function refuse(path: string, message: string | null): void;
function refuse(path: string, message: string | null): void {
  if (message !== null) throw new ProblemAnswer("bad-request", message, [{ path, message }]);
}
