import { sql } from "kysely";
import { ownNamesIn, parseCode } from "../../formula/index.ts";
import type { Node } from "../../formula/index.ts";
import { readRequest } from "../../request/index.ts";
import type { ReadOptions, ReadRequest, ScanRequest } from "../../request/index.ts";
import { OWN_LABEL, ownNamed } from "../../vocabulary/index.ts";
import type { ListSpans, NumberRows, OwnData, OwnListName, OwnNames, OwnNumberName } from "../../vocabulary/index.ts";
import { dayNumber, rowsOfField } from "../../own-data/index.ts";
import { own } from "../db/index.ts";
import type { Db } from "../db/index.ts";
import { readContent } from "./content.ts";

/** What formulas of an account may name of its own. */
export async function ownNamesOf(db: Db, account: string): Promise<OwnNames> {
  const found = await db
    .selectFrom("own_data")
    .select(["kind", "name", "version", "heads"])
    .where(own("own_data", account))
    .execute();
  return {
    lists: found.flatMap(({ kind, name, version }) => (kind === "list" ? [{ name, version }] : [])),
    numbers: [
      ...found.flatMap(({ kind, version, heads }) =>
        kind === "numbers" ? heads.map((head) => ({ ...head, version })) : [],
      ),
      await labelName(db, account),
    ],
  };
}

const NOTHING: OwnNames = { lists: [], numbers: [] };
/** A text that may name something of an account's own; most do not, and ask the database nothing. */
const MAY_NAME = /in_list|in list|mine/i;

/**
 * Reads a request of an account, and brings along the rows of what its formulas name of the account's own; of nobody
 * else's, whoever wrote the request. `read` is given what the account has.
 */
export async function readOwn(
  db: Db,
  account: string,
  source: unknown,
  read: (options: Pick<ReadOptions, "own">) => ReadRequest,
): Promise<ReadRequest> {
  const names = MAY_NAME.test(JSON.stringify(source) ?? "") ? await ownNamesOf(db, account) : NOTHING;
  const { request, diagnostics } = read({ own: names });
  if (request === null) return { request, diagnostics };
  const trees = [...request.filters, ...request.columns].map(({ tree }) => tree);
  const data = await ownDataIn(db, account, trees, names);
  if (data === "changed") return readOwn(db, account, source, read);
  return { request: data === null ? request : { ...request, own: data }, diagnostics };
}

/** The same of formulas in code. */
export async function ownOfTexts(
  db: Db,
  account: string,
  texts: readonly string[],
): Promise<{ readonly names: OwnNames; readonly data: OwnData | null }> {
  if (!texts.some((text) => MAY_NAME.test(text))) return { names: NOTHING, data: null };
  const names = await ownNamesOf(db, account);
  const trees = texts.flatMap((text) => parseCode(text).tree ?? []);
  const data = await ownDataIn(db, account, trees, names);
  return data === "changed" ? ownOfTexts(db, account, texts) : { names, data };
}

/** Reads a stored request without checking its dates again: they fitted the data when it was made. */
export const readKeptRequest = async (db: Db, account: string, source: unknown): Promise<ScanRequest | null> =>
  (await readOwn(db, account, source, (options) => readRequest(source, { earliest: null, ...options }))).request;

/** The rows of what formulas name; null where they name nothing, `changed` where that was replaced or deleted meanwhile. */
async function ownDataIn(
  db: Db,
  account: string,
  trees: readonly Node[],
  names: OwnNames,
): Promise<OwnData | "changed" | null> {
  const lists = new Map<string, OwnListName>();
  const numbers = new Map<string, OwnNumberName>();
  for (const tree of trees) {
    for (const { kind, name } of ownNamesIn(tree)) {
      const list = kind === "list" ? ownNamed(names.lists, name) : null;
      const number = kind === "number" ? ownNamed(names.numbers, name) : null;
      if (list !== null) lists.set(list.name, list);
      if (number !== null) numbers.set(number.name, number);
    }
  }
  if (lists.size + numbers.size === 0) return null;
  const files = new Set([...lists.values(), ...numbers.values()].flatMap((one) => (isLabel(one) ? [] : [one.version])));
  const found =
    files.size === 0
      ? []
      : await db
          .selectFrom("own_data")
          .select(["kind", "version", "content"])
          .where(own("own_data", account))
          .where("version", "in", [...files])
          .execute();
  if (found.length < files.size) return "changed";
  const contents = new Map(found.map(({ kind, version, content }) => [version, readContent(kind, content)]));
  const spansOf = ({ version }: OwnListName): ListSpans => {
    const content = contents.get(version);
    if (content?.kind !== "list") throw new RangeError("no rows of a list");
    return content.spans;
  };
  const rowsOf = async (number: OwnNumberName): Promise<NumberRows> => {
    if (isLabel(number)) return labelRows(db, account);
    const content = contents.get(number.version);
    if (content?.kind !== "numbers") throw new RangeError("no rows of numbers");
    return rowsOfField(content, number.name);
  };
  return {
    lists: [...lists.values()].map((list) => ({ ...list, rows: spansOf(list) })),
    numbers: await Promise.all([...numbers.values()].map(async (one) => ({ ...one, rows: await rowsOf(one) }))),
  };
}

const isLabel = ({ name, version }: OwnListName): boolean => name === OWN_LABEL.name && version.startsWith("labels ");

/** The labels of the gallery. Whoever gives one sees the days behind it on the chart, so it is known when those are over. */
async function labelName(db: Db, account: string): Promise<OwnNumberName> {
  const { given, latest } = await db
    .selectFrom("day_label")
    .select(({ fn }) => [fn.countAll<string>().as("given"), fn.max("changed_at").as("latest")])
    .where(own("day_label", account))
    .executeTakeFirstOrThrow();
  return {
    ...OWN_LABEL,
    version: `labels ${given} ${latest === null ? "" : new Date(latest).toISOString()}`,
  };
}

async function labelRows(db: Db, account: string): Promise<NumberRows> {
  const rows = await db
    .selectFrom("day_label")
    .select(["security", "label", sql<string>`to_char(day, 'YYYY-MM-DD')`.as("date")])
    .where(own("day_label", account))
    .execute();
  return {
    of: "security",
    keys: rows.map(({ security }) => Number(security)),
    days: rows.map(({ date }) => dayNumber(date)),
    values: rows.map(({ label }) => label),
  };
}
