import type { FastifyInstance } from "fastify";
import { RequestBody, ROUTES } from "../../contract/index.ts";
import { currentSnapshot, marketSymbols } from "../../market/index.ts";
import type { Market, Snapshot } from "../../market/index.ts";
import { formatText, readRequest, readSent, textAlone, textOfSent } from "../../request/index.ts";
import type { ReadOptions, ReadRequest, RequestDiagnostic, ScanRequest } from "../../request/index.ts";
import { exchangeToday } from "../../vocabulary/index.ts";
import type { SignedIn } from "../auth/actor.ts";
import { requireWithinLimits } from "../billing/limits.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { invalidRequest, noSuch, ProblemAnswer } from "../problem.ts";
import { answer, DONE } from "../route.ts";
import { cancelRun } from "./cancel-request.ts";
import { createRequest } from "./create-request.ts";
import { downloadRoutes } from "./download-routes.ts";
import type { RunFiles } from "../runs/files.ts";
import { findRequest, trashedRequest, waitingBefore } from "./find-request.ts";
import { aggregateRequests, countRequests } from "./count-requests.ts";
import {
  changeRequest,
  deleteRequest,
  editRequest,
  favouriteRequests,
  moveRequest,
  rerunRequest,
  restoreRequest,
  switchDailyUpdates,
  trash,
} from "./change-request.ts";
import { finishedOf } from "./finished-of.ts";
import { readOwn } from "../own-data/own-request.ts";
import { listRequests } from "./list-requests.ts";
import { resultRoutes } from "./result-routes.ts";
import { studyRoutes } from "./study-routes.ts";
import { sweepRoutes } from "./sweep-routes.ts";
import { status } from "./status.ts";
import { symbolPairs } from "./symbol-pairs.ts";
import type { Previews } from "../runs/previews.ts";
import type { RunView } from "../runs/run-view.ts";
import type { Scans } from "../runs/scans.ts";
import type { LatestProgress } from "../changes/latest-progress.ts";

interface RequestParts {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly market: Market;
  readonly scans: Scans;
  readonly previews: Previews;
  readonly files: RunFiles;
  readonly latestProgress: LatestProgress;
}

/** A request that may run, and what the answer says of it. */
interface Sent {
  readonly request: ScanRequest;
  /** Of the market, when it was sent. */
  readonly snapshot: Snapshot;
  readonly said: { readonly findings?: readonly RequestDiagnostic[] };
}

/** A text that may name another security; most do not, and need no list of symbols. */
const NAMES_OTHER = /\bof\b|beta|correl|relative_strength/i;

/** Creating, watching, cancelling, paging and exporting requests and previews. */
export function requestRoutes(app: FastifyInstance, parts: RequestParts): void {
  const { db, jobs, market, scans, previews, files, latestProgress } = parts;
  const find = async ({ account }: SignedIn, id: string): Promise<RunView> => {
    const view = (await previews.get(account.id, id)) ?? (await findRequest(db, account.id, id));
    if (view === null) throw noSuch("request");
    return view;
  };
  const read = async (
    { account }: SignedIn,
    source: unknown,
    from: (known: Pick<ReadOptions, "own" | "market">) => ReadRequest,
  ): Promise<Sent> => {
    // Only whether there is one: all of the market's figures cost more than a preview.
    const snapshot = await currentSnapshot(market);
    if (snapshot.label === null) {
      throw new ProblemAnswer("no-market", "Import market data or make the demo market first.", [], 60);
    }
    const known = NAMES_OTHER.test(JSON.stringify(source) ?? "")
      ? { market: { symbols: await marketSymbols(market) } }
      : {};
    const { request, diagnostics } = await readOwn(db, account.id, source, (own) => from({ ...own, ...known }));
    if (request === null) throw invalidRequest(diagnostics);
    const findings = diagnostics.filter(({ severity }) => severity === "warning");
    return { request, snapshot, said: findings.length === 0 ? {} : { findings } };
  };
  const readBody = (actor: SignedIn, body: unknown, mode: "create" | "edit" = "create"): Promise<Sent> =>
    read(actor, body, (own) => readSent(body, { latest: exchangeToday(), ...own }, { kind: "request", mode }));
  const readPreview = (actor: SignedIn, body: unknown): Promise<Sent> =>
    read(actor, body, (own) => readSent(body, { latest: exchangeToday(), ...own }, undefined, "looked at"));
  // A stored request runs again however far its days reach.
  const readStored = async (actor: SignedIn, { meta }: RunView): Promise<ScanRequest> =>
    (await read(actor, meta.request, (own) => readRequest(meta.request, own))).request;
  resultRoutes(app, db, market, find);
  studyRoutes(app, { db, market, find });
  sweepRoutes(app, { db, market, find, read: readStored });

  const create = async ({ actor, body }: { readonly actor: SignedIn; readonly body: Record<string, unknown> }) => {
    const { request, said } = await readBody(actor, body);
    const { id } = await createRequest(db, jobs, actor.account.id, request);
    return { id, status: "Pending" as const, ...said };
  };
  answer(app, ROUTES.create, create);
  answer(app, ROUTES.createRequest, create);
  answer(app, ROUTES.editRequest, async ({ actor, params, body }) => {
    const { request, said } = await readBody(actor, body, "edit");
    const { id } = await editRequest(db, jobs, actor.account.id, params.id, request);
    return { id, status: "Pending" as const, ...said };
  });
  answer(app, ROUTES.duplicateRequest, async ({ actor, params }) => {
    const { id } = await createRequest(
      db,
      jobs,
      actor.account.id,
      await readStored(actor, await find(actor, params.id)),
    );
    return { id, status: "Pending" as const };
  });
  answer(app, ROUTES.rerunRequest, async ({ actor, params }) => {
    await rerunRequest(db, jobs, actor.account.id, params.id, await readStored(actor, await find(actor, params.id)));
    return { id: params.id, status: "Pending" as const };
  });
  answer(app, ROUTES.preview, async ({ actor, query, body }) => {
    const { request, snapshot, said } = await readPreview(actor, body);
    await requireWithinLimits(db, actor.account.id, request);
    const { id, status: state } = await previews.start(actor.account.id, query.page, request, snapshot);
    return { id, status: state, ...said };
  });
  answer(app, ROUTES.list, async ({ actor, query }) => listRequests(db, actor.account.id, query));
  answer(app, ROUTES.myRequests, async ({ actor, query }) => listRequests(db, actor.account.id, query));
  answer(app, ROUTES.myTrash, async ({ actor, query }) => listRequests(db, actor.account.id, query, { trashed: true }));
  answer(app, ROUTES.myFavourites, async ({ actor, query }) =>
    listRequests(db, actor.account.id, query, { favourite: true }),
  );
  answer(app, ROUTES.aggregateRequests, async ({ actor, query }) => aggregateRequests(db, actor.account.id, query));
  answer(app, ROUTES.myCounts, async ({ actor }) => countRequests(db, actor.account.id));
  answer(app, ROUTES.renameRequest, async ({ actor, params, body }) => {
    await changeRequest(db, actor.account.id, params.id, body);
    return DONE;
  });
  answer(app, ROUTES.favouriteRequest, async ({ actor, params, body }) => {
    await changeRequest(db, actor.account.id, params.id, body);
    return DONE;
  });
  answer(app, ROUTES.dataUpdates, async ({ actor, params, body }) => {
    await switchDailyUpdates(db, actor.account.id, params.id, body.data_updates);
    return DONE;
  });
  answer(app, ROUTES.bulkFavourite, async ({ actor, body }) => ({
    changed: await favouriteRequests(db, actor.account.id, body.ids, body.favourite),
  }));
  answer(app, ROUTES.bulkDelete, async ({ actor, body }) => ({
    changed: await db.transaction().execute((transaction) => trash(transaction, actor.account.id, body.ids)),
  }));
  answer(app, ROUTES.deleteRequest, async ({ actor, params }) => {
    const { runs } = await deleteRequest(db, actor, params.id);
    // The rows cannot be reached any more; the purge would drop what is left.
    for (const run of runs) await scans.forget(run);
    return DONE;
  });
  answer(app, ROUTES.restoreRequest, async ({ actor, params }) => {
    await restoreRequest(db, actor.account.id, params.id);
    return DONE;
  });
  answer(app, ROUTES.attachFolder, async ({ actor, params, body }) => {
    await moveRequest(db, actor.account.id, params.id, body.folder_id);
    return DONE;
  });
  answer(app, ROUTES.detachFolder, async ({ actor, params }) => {
    await moveRequest(db, actor.account.id, params.id, null);
    return DONE;
  });
  answer(app, ROUTES.symbolPairs, async ({ actor, params, query }) =>
    symbolPairs(market, finishedOf(await find(actor, params.id)), query),
  );
  answer(
    app,
    ROUTES.request,
    async ({ actor, params }) => RequestBody.parse((await find(actor, params.id)).meta.request),
    textOfSent,
  );
  answer(
    app,
    ROUTES.trashedRequest,
    async ({ actor, params }) => {
      const body = await trashedRequest(db, actor.account.id, params.id);
      if (body === null) throw new ProblemAnswer("not-found", "There is no such request in the trash.");
      return RequestBody.parse(body);
    },
    textOfSent,
  );
  answer(
    app,
    ROUTES.parseRequest,
    async ({ body }) => {
      const { request, diagnostics } = readSent(body, { latest: exchangeToday() });
      const alone = textAlone(body);
      const text = formatText(alone ?? textOfSent(body));
      const json = request === null ? null : RequestBody.parse(request.source);
      return { success: request !== null, request: json, text, diagnostics };
    },
    ({ text }) => text,
  );
  answer(app, ROUTES.status, async ({ actor, params }) => {
    const found = await find(actor, params.id);
    const latest = found.status === "Running" ? latestProgress.of(found.run) : null;
    // What was sent is newer, and less: the row has the funnel.
    const view = latest === null ? found : { ...found, progress: { ...found.progress, ...latest } };
    return status(view, view.status === "Pending" && !view.preview ? await waitingBefore(db, view.run) : 0);
  });
  answer(app, ROUTES.cancel, async ({ actor, params }) => {
    const view = await find(actor, params.id);
    if (view.preview) await previews.cancel(actor.account.id, view.id);
    else if (await cancelRun(db, view.run)) scans.stop(view.run);
    const { id, status: state } = await find(actor, params.id);
    return { id, status: state };
  });
  downloadRoutes(app, db, market, files, find);
}
