import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { currentSnapshot, onSnapshotOf } from "../../market/index.ts";
import { readSent, requestOfFormulas } from "../../request/index.ts";
import type { ReadOptions, ScanRequest } from "../../request/index.ts";
import { exchangeToday } from "../../vocabulary/index.ts";
import { distribution, explain, fieldValues, funnel, values } from "../../scan/index.ts";
import type { Outcome } from "../../scan/index.ts";
import type { Db } from "../db/index.ts";
import { ownOfTexts, readOwn } from "../own-data/own-request.ts";
import { invalidRequest, ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import { whileConnected } from "../while-connected.ts";
import { Turns } from "./turns.ts";

/** Answers that scan all data run two at a time. */
const CONCURRENT_SCANS = 2;
const MAX_WAITING_PER_USER = 4;

interface AnswerParts {
  readonly db: Db;
  readonly market: Market;
}

/** Answers to "why": on one security-day, and about a request or formula as a whole. Each is cancelled when its caller disconnects. */
export function answerRoutes(app: FastifyInstance, { db, market }: AnswerParts): void {
  const scans = new Turns({ atOnce: CONCURRENT_SCANS, waiting: MAX_WAITING_PER_USER });

  answer(app, ROUTES.explain, async ({ actor, body, reply }) => {
    const request = await read({ db, market }, actor.account.id, body.request, { path: under("request") });
    return whileConnected(reply, async (signal) => {
      const outcome =
        body.snapshot === undefined
          ? await explain(market, request, body, signal)
          : await onSnapshotOf(market, body.snapshot, (snapshot) => explain(snapshot, request, body, signal));
      return valueOf(outcome);
    });
  });
  answer(app, ROUTES.values, async ({ actor, body, reply }) => {
    await requireMarketData(market);
    const texts = [...body.formulas, ...(body.columns ?? []).map(({ formula }) => formula)];
    const own = await ownOfTexts(db, actor.account.id, texts);
    return whileConnected(reply, async (signal) => valueOf(await values(market, { ...body, own }, signal)));
  });
  answer(app, ROUTES.fieldValues, async ({ body, reply }) => {
    await requireMarketData(market);
    return whileConnected(reply, async (signal) => valueOf(await fieldValues(market, body, signal)));
  });
  answer(app, ROUTES.funnel, async ({ actor, body, reply }) => {
    const request = await read({ db, market }, actor.account.id, body.request, { path: under("request") });
    return whileConnected(reply, (signal) =>
      scans.take(actor.account.id, signal, async () =>
        valueOf(await funnel(market, request, body.order ?? null, { signal, lane: "interactive" })),
      ),
    );
  });
  answer(app, ROUTES.distribution, async ({ actor, body, reply }) => {
    const { formula, start_date: start, end_date: end } = body;
    const filters = body.filters.map((each) => ({ formula: each }));
    // The formula is the first column, under a name that no other column has.
    const columns = [{ name: unusedName(body.columns.map(({ name }) => name)), formula }, ...body.columns];
    const source = requestOfFormulas({ name: "Distribution", start, end, filters, columns });
    const request = await read({ db, market }, actor.account.id, source, {
      path: callerPaths,
      bounds: { earliest: null, latest: exchangeToday() },
    });
    return whileConnected(reply, (signal) =>
      scans.take(actor.account.id, signal, () => distribution(market, request, { signal, lane: "interactive" })),
    );
  });
}

async function requireMarketData(market: Market): Promise<void> {
  if ((await currentSnapshot(market)).label === null)
    throw new ProblemAnswer("no-market", "Import market data or make the demo market first.", [], 60);
}

async function read(
  { db, market }: AnswerParts,
  account: string,
  source: unknown,
  {
    path,
    // A stored request is explained however far its days reach.
    bounds = { earliest: null },
  }: { readonly path: (inner: string) => string; readonly bounds?: ReadOptions },
): Promise<ScanRequest> {
  await requireMarketData(market);
  const { request, diagnostics } = await readOwn(db, account, source, (own) =>
    readSent(source, { ...bounds, ...own }, undefined, "looked at"),
  );
  if (request !== null) return request;
  throw invalidRequest(diagnostics.map((found) => ({ ...found, path: path(found.path) })));
}

/** A path in a part of the caller's body, as a path in all of it. */
const under =
  (part: string) =>
  (inner: string): string =>
    [part, inner].filter((step) => step !== "").join(".");

function unusedName(names: readonly string[]): string {
  let name = "formula";
  while (names.some((other) => other.trim().toLowerCase() === name)) name += " itself";
  return name;
}

/** Translates a path in the request that a distribution is made into to the path in the caller's body. */
function callerPaths(path: string): string {
  const column = /^columns\.Custom\[(\d+)\](.*)$/.exec(path);
  if (column) return column[1] === "0" ? "formula" : `columns[${Number(column[1]) - 1}]${column[2] ?? ""}`;
  return path.replace(/^Date_Range\.?/, "").replace(/^filters\.Custom(\[\d+\]).*$/, "filters$1");
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw invalidRequest(outcome.mistakes);
}
