import { sql } from "kysely";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { ROUTES } from "../../contract/index.ts";
import type { PageQuery, Template, TemplateList } from "../../contract/index.ts";
import { builtInTemplates, openRequest, readSent, readText, textAlone, textOfState } from "../../request/index.ts";
import { addWithinBound } from "../bounds.ts";
import { newId, own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { invalidRequest, noSuch } from "../problem.ts";
import { answer, DONE } from "../route.ts";

type Shown = z.input<typeof Template>;
type Body = Record<string, unknown>;

/** Dates with which a template is checked, since it has none. */
const ANY_DAY = { start_date: "2024-01-02", end_date: "2024-01-02" };

const BUILT_IN: readonly Shown[] = builtInTemplates().map(({ tag, name, description, source }) => {
  const { Date_Range: _dates, description: _description, ...request } = asBody(source);
  return { id: tag, name, description, builtin: true, request, created_at: null };
});

function asBody(source: object): Body {
  return Object.fromEntries(Object.entries(source));
}

/** The request of a template: without dates, under the template's name, every formula checked as a request's is. */
function templateBody(name: string, given: Body): Body {
  const alone = textAlone(given);
  const sent = alone === null ? { ...given, name, Date_Range: ANY_DAY } : { text: datedText(alone) };
  const { request, diagnostics } = readSent(sent, { earliest: null }, { kind: "template", mode: "edit" });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    throw invalidRequest(errors.map((error) => ({ ...error, path: `request.${error.path}` })));
  }
  const { Date_Range: _dates, ...rest } = alone === null ? given : asBody(request?.source ?? {});
  return { ...rest, ...(alone === null ? {} : { text: alone }), name };
}

/** A template's text with a name and days behind it where it has none, so that it can be checked as a request's is. */
function datedText(text: string): string {
  const { statements } = readText(text);
  const has = (kind: string): boolean => statements.some((statement) => statement.kind === kind);
  const days = has("dates") ? "" : `\ndates ${ANY_DAY.start_date} .. ${ANY_DAY.end_date}`;
  return `${text}${days}${has("request") ? "" : "\nrequest Template"}`;
}

/** A template as the text of a request: its name and what it is for at the head. */
function textOf({ name, description, request }: Shown): string {
  const { state } = openRequest(request, "template", "edit");
  return textOfState({ ...state, description, dataRange: { ...state.dataRange, requestName: name } });
}

function templatesOf(db: Db, account: string, trashed = false) {
  return db.selectFrom("template as t").where(own("template as t", account, { place: trashed ? "trash" : "kept" }));
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly body: Body;
  readonly created_at: Date;
}
const itemOf = ({ id, name, description, body, created_at }: Row): Shown => ({
  id,
  name,
  description,
  builtin: false,
  request: body,
  created_at: created_at.toISOString(),
});

async function ownTemplates(db: Db, account: string, q: string, trashed = false): Promise<readonly Shown[]> {
  const rows = await templatesOf(db, account, trashed)
    .selectAll()
    .$if(q !== "", (templates) => templates.where(sql<boolean>`strpos(lower(t.name), lower(${q})) > 0`))
    .orderBy("t.created_at", "desc")
    .orderBy("t.id", "desc")
    .execute();
  return rows.map(itemOf);
}

const builtIn = (q: string): readonly Shown[] =>
  BUILT_IN.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));

/** By date the account's own come first, newest first, and the built-in ones after them; by name all together. */
function pageOf(found: readonly Shown[], { page, page_size, sort }: PageQuery): z.input<typeof TemplateList> {
  const sorted = sort.endsWith("name") ? found.toSorted((a, b) => a.name.localeCompare(b.name)) : found;
  const ordered = sort.startsWith("-") ? sorted.toReversed() : sorted;
  const from = (page - 1) * page_size;
  return { items: ordered.slice(from, from + page_size), total: found.length, page, page_size };
}

async function find(db: Db, account: string, id: string): Promise<Shown> {
  const known = BUILT_IN.find((template) => template.id === id);
  if (known !== undefined) return known;
  const row = await templatesOf(db, account).selectAll().where("t.id", "=", id).executeTakeFirst();
  if (row === undefined) throw noSuch("template");
  return itemOf(row);
}

async function insertTemplate(
  db: Db,
  account: string,
  name: string,
  description: string,
  request: Body,
): Promise<Shown> {
  const id = newId();
  const body = JSON.stringify(templateBody(name, request));
  await addWithinBound(db, account, "template", async (transaction) =>
    transaction.insertInto("template").values({ id, account_id: account, name, description, body }).execute(),
  );
  return find(db, account, id);
}

/** Built-in templates and those of the signed-in user. */
export function templateRoutes(app: FastifyInstance, db: Db): void {
  answer(app, ROUTES.templates, async ({ actor, query }) =>
    pageOf([...(await ownTemplates(db, actor.account.id, query.q)), ...builtIn(query.q)], query),
  );
  answer(app, ROUTES.builtInTemplates, async ({ query }) => pageOf(builtIn(query.q), query));
  answer(app, ROUTES.ownTemplates, async ({ actor, query }) =>
    pageOf(await ownTemplates(db, actor.account.id, query.q), query),
  );
  answer(app, ROUTES.template, async ({ actor, params }) => find(db, actor.account.id, params.id), textOf);
  answer(app, ROUTES.createTemplate, async ({ actor, body }) =>
    insertTemplate(db, actor.account.id, body.name, body.description, body.request),
  );
  answer(app, ROUTES.templateFromRequest, async ({ actor, body }) => {
    const source = await db
      .selectFrom("data_request")
      .select(["name", "body"])
      .where(own("data_request", actor.account.id, { id: body.id }))
      .executeTakeFirst();
    if (source === undefined) throw noSuch("request");
    return insertTemplate(db, actor.account.id, body.name ?? source.name, body.description, source.body);
  });
  answer(app, ROUTES.duplicateTemplate, async ({ actor, body }) => {
    const source = await find(db, actor.account.id, body.id);
    return insertTemplate(db, actor.account.id, body.name ?? source.name, source.description, source.request);
  });
  answer(app, ROUTES.changeTemplate, async ({ actor, params, body }) => {
    await db
      .updateTable("template")
      .set({
        name: body.name,
        description: body.description,
        body: JSON.stringify(templateBody(body.name, body.request)),
        updated_at: sql`now()`,
      })
      .where(own("template", actor.account.id, { id: params.id }))
      .execute();
    return find(db, actor.account.id, params.id);
  });
  answer(app, ROUTES.deleteTemplate, async ({ actor, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom("template")
      .where(own("template", actor.account.id, { id: params.id, place: "anywhere" }))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noSuch("template");
    return DONE;
  });
  answer(app, ROUTES.trashedTemplates, async ({ actor, query }) =>
    pageOf(await ownTemplates(db, actor.account.id, query.q, true), query),
  );
  answer(app, ROUTES.restoreTemplate, async ({ actor, params }) => {
    const { numUpdatedRows } = await db
      .updateTable("template")
      .set({ deleted_at: null, updated_at: sql`now()` })
      .where(own("template", actor.account.id, { id: params.id, place: "trash" }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noSuch("template");
    return find(db, actor.account.id, params.id);
  });
  answer(app, ROUTES.softDeleteTemplate, async ({ actor, params }) => {
    const { numUpdatedRows } = await db
      .updateTable("template")
      .set({ deleted_at: sql`now()` })
      .where(own("template", actor.account.id, { id: params.id }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noSuch("template");
    return DONE;
  });
}
