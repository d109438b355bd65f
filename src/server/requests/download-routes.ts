import type { FastifyInstance, FastifyReply } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { ExportView, Format } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import type { SignedIn } from "../auth/actor.ts";
import type { Db } from "../db/index.ts";
import { keepExport } from "../events/export-event.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import { giveTicket, takeTicket } from "./download-tickets.ts";
import { attachment } from "../files/file-store.ts";
import { CONTENT_TYPES, fileName } from "../runs/files.ts";
import type { RunFile, RunFiles } from "../runs/files.ts";
import { resultOf } from "./finished-of.ts";
import { pickedRows } from "./picked-rows.ts";
import type { PickedRows } from "./picked-rows.ts";
import type { RunView } from "../runs/run-view.ts";

/** Path of a download, up to the ticket. */
const DOWNLOADS = ROUTES.download.path.replace(":ticket", "");

/** Files of requests: by a call, or by a ticket and a plain link. */
export function downloadRoutes(
  app: FastifyInstance,
  db: Db,
  market: Market,
  files: RunFiles,
  find: (actor: SignedIn, id: string) => Promise<RunView>,
): void {
  /** The file of a request's result, written at its first download; rows of the caller's own choice are written as they go. */
  const written = async (actor: SignedIn, id: string, format: Format, wanted: ExportView) => {
    const view = await find(actor, id);
    if (view.preview) throw new ProblemAnswer("not-finished", "A preview has no files; run the request.");
    const { run, finished, meta } = resultOf(view);
    const picked = await pickedRows({ db, market }, actor.account.id, { finished, meta }, wanted);
    if (picked !== null) return { run, rows: picked.rows.rows, picked, file: null };
    return {
      run,
      rows: finished.rows,
      picked: null,
      file: await files.make({ account: actor.account.id, run: finished, meta }, format),
    };
  };

  answer(app, ROUTES.export, async ({ actor, params: { id }, query: { format, ...view }, reply }) => {
    const { run, rows, file, picked } = await written(actor, id, format, view);
    // A HEAD call does not count as a download.
    if (reply.request.method === "GET" && actor.kind !== "use-as") {
      await keepExport(db, actor.account.id, { request: id, run, format, rows });
    }
    return picked === null ? send(reply, file) : sendPicked(reply, files, picked, actor.account.id, format);
  });

  answer(app, ROUTES.downloadTicket, async ({ actor, params: { id }, body: { format, ...view }, reply }) => {
    // Written now, so that errors are reported here and not in the browser's list of downloads.
    const { run, picked } = await written(actor, id, format, view);
    const { secret, expires } = await giveTicket(db, actor, { run, format, view: picked === null ? null : view });
    void reply.header("cache-control", "no-store");
    return { address: `${DOWNLOADS}${secret.text}`, expires_at: expires.toISOString() };
  });

  answer(app, ROUTES.download, async ({ params, reply }) => {
    // A HEAD call would use up the ticket.
    if (reply.request.method !== "GET") throw new ProblemAnswer("not-found", "Fetch it with GET.");
    const { account, acted, request, run, format, meta, finished, view } = await takeTicket(db, params.ticket);
    const picked = view === null ? null : await pickedRows({ db, market }, account, { finished, meta }, view);
    if (picked !== null) {
      if (!acted) await keepExport(db, account, { request, run, format, rows: picked.rows.rows });
      return sendPicked(reply, files, picked, account, format);
    }
    const file = await files.make({ account, run: finished, meta }, format);
    // From a storage that others reach, its bytes need not pass here.
    const link = await file.link();
    if (!acted) await keepExport(db, account, { request, run, format, rows: finished.rows });
    if (link !== null) return reply.header("cache-control", "no-store").redirect(link, 302);
    return send(reply, file);
  });
}

async function sendPicked(
  reply: FastifyReply,
  files: RunFiles,
  { rows, meta }: PickedRows,
  account: string,
  format: Format,
): Promise<FastifyReply> {
  const name = meta.shown === undefined ? meta.requestName : `${meta.requestName} (${rows.rows} rows)`;
  void reply
    .header("content-disposition", attachment(fileName(name, format)))
    .header("cache-control", "no-store")
    .type(CONTENT_TYPES[format]);
  return reply.send(reply.request.method === "HEAD" ? "" : await files.stream({ account, run: rows, meta }, format));
}

async function send(reply: FastifyReply, file: RunFile): Promise<FastifyReply> {
  return reply
    .header("content-disposition", attachment(file.name))
    .header("content-length", String(await file.size()))
    .header("cache-control", "no-store")
    .type(file.type)
    .send(await file.read());
}
