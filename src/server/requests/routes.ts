import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { FastifyInstance } from "fastify";
import { RequestBody, ROUTES } from "../../contract/index.ts";
import type { RunSummary, StatusAnswer } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { marketStatus } from "../../market/index.ts";
import { readRequest } from "../../request/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import { readRows } from "../../scan/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import type { SignedIn } from "../auth/actor.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import { attachment, CONTENT_TYPES } from "./files.ts";
import type { RunFiles } from "./files.ts";
import type { Run, Runs } from "./runs.ts";

function summary({ record }: Run): RunSummary {
  return {
    id: record.id,
    name: record.meta.requestName,
    status: record.status,
    created_at: record.created_at,
    rows: record.finished?.rows ?? null,
    seconds: record.finished?.seconds ?? null,
  };
}

function status(run: Run, waiting: number): StatusAnswer {
  const { finished, error } = run.record;
  const { progress } = run;
  return {
    ...summary(run),
    waiting,
    progress: progress && {
      stage: progress.stage,
      done: progress.done,
      total: progress.total,
      read_rows: progress.readRows,
    },
    funnel: finished?.funnel ?? [],
    hits: finished?.hits ?? [],
    columns: (finished?.columns ?? []).map(({ name, type, unit, nulls, code, outcome, live }) => ({
      name,
      type,
      unit,
      nulls,
      code,
      outcome,
      live: live !== null,
    })),
    notes: finished?.notes ?? [],
    snapshot: finished?.snapshot ?? null,
    error,
  };
}

function finishedOf(run: Run): FinishedRun {
  if (run.record.finished === null) throw new ProblemAnswer("not-finished", `The scan is ${run.record.status}.`);
  return run.record.finished;
}

/** Creating, watching, cancelling, paging and exporting runs. */
export function requestRoutes(app: FastifyInstance, market: Market, runs: Runs, files: RunFiles): void {
  const find = (actor: SignedIn, id: string): Run => {
    const run = runs.get(actor.account.id, id);
    if (run === undefined) throw new ProblemAnswer("not-found", "There is no request with this id.");
    return run;
  };
  const read = async (body: unknown): Promise<ScanRequest> => {
    const { snapshot } = await marketStatus(market);
    if (snapshot === null) {
      throw new ProblemAnswer("no-market", "Import market data or make the demo market first.", [], 60);
    }
    const { request, diagnostics } = readRequest(body);
    if (request !== null) return request;
    throw new ProblemAnswer("invalid-request", "Every mistake is listed with its place.", diagnostics);
  };

  answer(app, ROUTES.create, async ({ actor, body }) => {
    if (runs.full) throw new ProblemAnswer("overloaded", "Too many requests are waiting. Try again soon.", [], 30);
    const { record } = await runs.create(actor.account.id, await read(body));
    return { id: record.id, status: record.status };
  });
  answer(app, ROUTES.preview, async ({ actor, query, body }) => {
    if (runs.previewsFull) throw new ProblemAnswer("too-many", "Too many previews are waiting.", [], 2);
    const { record } = await runs.preview(actor.account.id, query.page, await read(body));
    return { id: record.id, status: record.status };
  });
  answer(app, ROUTES.list, async ({ actor, query }) => {
    const wanted = query.q.toLowerCase();
    const found = runs
      .list(actor.account.id)
      .map(summary)
      .filter(({ name }) => name.toLowerCase().includes(wanted));
    const sorted = query.sort.endsWith("name") ? found.toSorted((a, b) => a.name.localeCompare(b.name)) : found;
    // By date the newest comes first, by name the first letter; a minus turns it round.
    const ordered = query.sort.startsWith("-") ? sorted.toReversed() : sorted;
    const from = (query.page - 1) * query.page_size;
    return {
      items: ordered.slice(from, from + query.page_size),
      total: found.length,
      page: query.page,
      page_size: query.page_size,
    };
  });
  answer(app, ROUTES.request, async ({ actor, params }) =>
    RequestBody.parse(find(actor, params.id).record.meta.request),
  );
  answer(app, ROUTES.status, async ({ actor, params }) => {
    const run = find(actor, params.id);
    return status(run, runs.waiting(run));
  });
  answer(app, ROUTES.cancel, async ({ actor, params }) => {
    const run = find(actor, params.id);
    await runs.cancel(run);
    return { id: run.record.id, status: run.record.status };
  });
  answer(app, ROUTES.rows, async ({ actor, params, query }) => {
    const finished = finishedOf(find(actor, params.id));
    const rows = await readRows(market, finished, query);
    return { offset: query.offset, total: finished.rows, rows };
  });
  answer(app, ROUTES.export, async ({ actor, params, query, reply }) => {
    const run = find(actor, params.id);
    if (run.preview) throw new ProblemAnswer("not-finished", "A preview has no files; run the request.");
    const path = await files.path(finishedOf(run), run.record.meta, query.format);
    const { size } = await stat(path);
    return reply
      .header("content-disposition", attachment(basename(path)))
      .header("content-length", String(size))
      .header("cache-control", "no-store")
      .type(CONTENT_TYPES[query.format])
      .send(createReadStream(path));
  });
}
