import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { OwnPreview } from "../../contract/index.ts";
import type { Market } from "../../market/index.ts";
import { dateText, listOf, listRows, numbersOf, OwnFileError, readTable } from "../../own-data/index.ts";
import { FIRST_LIST_DAY, LAST_LIST_DAY, OWN_BOUNDS } from "../../vocabulary/index.ts";
import type { ListSpans } from "../../vocabulary/index.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer, DONE } from "../route.ts";
import { joined } from "./joined.ts";
import { rowsOf } from "./content.ts";
import type { OwnContent } from "./content.ts";
import { ownReport } from "./report.ts";
import { changeOwnData, deleteOwnData, makeOwnData, ownDataItems, ownDataOf, ownLimits } from "./store.ts";

/** Lists and numbers of the signed-in user. Files are read in the server's own time, so their routes have a limit of their own. */
export function ownDataRoutes(
  app: FastifyInstance,
  { db, market }: { readonly db: Db; readonly market: Market },
): void {
  answer(app, ROUTES.ownData, async ({ actor }) => ({
    items: await ownDataItems(db, actor.account.id),
    limits: await ownLimits(db, actor.account.id),
  }));
  answer(app, ROUTES.previewOwnData, async ({ body }) => previewOf(market, await contentOf(body.kind, body.file)));
  answer(app, ROUTES.makeOwnData, async ({ actor, body }) => {
    const content = await contentOf(body.kind, body.file);
    return { id: await makeOwnData(db, actor.account.id, { name: body.name, fileName: body.file_name, content }) };
  });
  answer(app, ROUTES.changeOwnData, async ({ actor, params, body }) => {
    const account = actor.account.id;
    // First whether it exists, and which kind it is.
    const { kind } = await ownDataOf(db, account, params.id);
    const given = body.file === undefined ? null : await contentOf(kind, body.file);
    const change = {
      ...(body.name === undefined ? {} : { name: body.name }),
      fileName: body.file_name,
      next: given === null ? null : (now: OwnContent) => (body.mode === "append" ? joined(now, given) : given),
    };
    await changeOwnData(db, account, params.id, change).catch((error: unknown) => {
      throw asAnswer(error);
    });
    return DONE;
  });
  answer(app, ROUTES.ownDataReport, async ({ actor, params }) => {
    const { content } = await ownDataOf(db, actor.account.id, params.id);
    return previewOf(market, content);
  });
  answer(app, ROUTES.exportOwnData, async ({ actor, params }) => {
    const { name, content } = await ownDataOf(db, actor.account.id, params.id);
    const { header, rows } = tableOf(content);
    return { name, csv: [header, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("") };
  });
  answer(app, ROUTES.deleteOwnData, async ({ actor, params }) => {
    await deleteOwnData(db, actor.account.id, params.id);
    return DONE;
  });
}

/** Reads a file as it is sent. Throws `invalid-request` with its mistakes. */
async function contentOf(kind: OwnContent["kind"], file: string): Promise<OwnContent> {
  try {
    const table = await readTable(new Uint8Array(Buffer.from(file, "base64")));
    return kind === "list" ? { kind, spans: listOf(table) } : { kind, ...numbersOf(table) };
  } catch (error) {
    throw asAnswer(error);
  }
}

/** Mistakes of a file as the answer `invalid-request`; any other error as it is. */
function asAnswer(error: unknown): unknown {
  if (!(error instanceof OwnFileError)) return error;
  return new ProblemAnswer(
    "invalid-request",
    error.message,
    error.mistakes.map(({ row, field, message }) => ({
      path: "file",
      message:
        [row === null ? "" : `Row ${row}`, field ?? ""]
          .filter((part) => part !== "")
          .join(", ")
          .concat(row === null && field === null ? "" : ": ") + message,
      ...(row === null ? {} : { line: row }),
    })),
  );
}

function tableOf(content: OwnContent): {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  if (content.kind === "list") return { header: ["symbol", "day", "until"], rows: listRows(content.spans) };
  const { fields, symbols, days, values } = content;
  return {
    header: ["symbol", "day", ...fields.map(({ name, unit }) => (unit === "plain" ? name : `${name} (${unit})`))],
    rows: symbols.map((symbol, place) => [
      symbol,
      dateText(days[place] ?? 0),
      ...(values[place] ?? []).map((value) => (value === null ? "" : String(value))),
    ]),
  };
}

/** The first and last of all days; null where one of them has no bound. */
function daysOf({ from, until }: Pick<ListSpans, "from" | "until">): OwnPreview["days"] {
  const first = from.reduce((least, day) => Math.min(least, day), LAST_LIST_DAY);
  const last = until.reduce((most, day) => Math.max(most, day), FIRST_LIST_DAY);
  return {
    from: first === FIRST_LIST_DAY ? null : dateText(first),
    until: last === LAST_LIST_DAY ? null : dateText(last),
  };
}

async function previewOf(market: Market, content: OwnContent): Promise<OwnPreview> {
  const { header, rows } = tableOf(content);
  const spans =
    content.kind === "list" ? content.spans : { symbols: content.symbols, from: content.days, until: content.days };
  return {
    kind: content.kind,
    rows: rowsOf(content),
    fields: content.kind === "list" ? [] : [...content.fields],
    days: daysOf(spans),
    header: [...header],
    first: rows.slice(0, OWN_BOUNDS.shownRows).map((cells) => [...cells]),
    report: await ownReport(market, spans),
  };
}
