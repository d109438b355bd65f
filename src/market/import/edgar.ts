import { randomUUID } from "node:crypto";
import { readdir, stat, symlink, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { STATEMENT_ITEMS } from "../../vocabulary/index.ts";
import type { Market } from "../market.ts";
import { CONCEPTS, SHARES_CONCEPT } from "./edgar-concepts.ts";
import { filingsSql, knownQuartersSql, quartersSql, seriesSql, sharesSql } from "./edgar-quarters.ts";
import { checkSize, fileBytes, isGzip } from "./file-bytes.ts";
import { readSymbols, type EdgarSymbol } from "./edgar-symbols.ts";
import { ImportError, type ImportReport } from "./report.ts";
import { runImport, type ImportClock, type ImportContext } from "./run-import.ts";
import { withSent } from "./send-pieces.ts";

const TICKERS = /^company_tickers.*\.json(\.gz)?$/i;
const UNITS = { currency: "USD", price: "USD/shares", shares: "shares" } as const;

/**
 * Imports company facts of the SEC, one JSON file a company (`CIK0000320193.json`, plain or .gz): a file, a folder of them
 * or the unpacked bulk archive, with `company_tickers.json` (or `…_exchange.json`) in it or beside it for the symbols.
 * Gives quarterly statement items and shares outstanding, known from 17:30 New York time of the day they were filed:
 * what the SEC accepts later bears the next day's date. Rejects with ImportError where there is nothing to read.
 */
export async function importEdgar(market: Market, path: string, options: ImportClock = {}): Promise<ImportReport> {
  const info = await stat(path).catch(() => null);
  if (!info) throw new ImportError(`There is nothing at ${path}.`);
  const root = info.isDirectory() ? path : dirname(path);
  const names = info.isDirectory() ? (await readdir(path, { recursive: true })).toSorted() : [basename(path)];
  const files = names.filter((name) => /\.json(\.gz)?$/i.test(name) && !TICKERS.test(basename(name)));
  if (files.length === 0) throw new ImportError(`No company facts (CIK*.json, plain or .gz) in ${path}.`);
  const { symbols, other } = await readSymbols(await tickersBeside(root, names));
  return runImport(market, "edgar", options, async (context) => {
    if (other > 0) context.leaveOut("ticker that is no common share", other);
    await readConcepts(context, root, files);
    await takeFacts(context, symbols);
  });
}

async function tickersBeside(root: string, names: readonly string[]): Promise<string> {
  const inside = names.find((name) => TICKERS.test(basename(name)));
  if (inside) return join(root, inside);
  for (const folder of [root, dirname(resolve(root))]) {
    const name = (await readdir(folder)).toSorted().find((one) => TICKERS.test(one));
    if (name) return join(folder, name);
  }
  throw new ImportError(`company_tickers.json says the symbols of companies: put it into ${root}, or beside it.`);
}

const sqlText = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** One row for each concept: of the mapped ones the facts as JSON, of all others only their number. */
async function readConcepts(context: ImportContext, root: string, files: readonly string[]): Promise<void> {
  const { market, next } = context;
  const known = [
    ...new Set(
      Object.values(CONCEPTS)
        .flat()
        .map((name) => name.replace("-", "")),
    ),
    SHARES_CONCEPT,
  ];
  const table = await next.scratch(
    "edgar_concept",
    "file LowCardinality(String), cik UInt32, taxonomy LowCardinality(String), concept LowCardinality(String), facts UInt32, units String CODEC(ZSTD(1))",
    "(cik, concept)",
  );
  for (const file of files) {
    await checkSize(join(root, file), file);
    await withDocument(context, join(root, file), file, (document) =>
      market.command({
        sql: `INSERT INTO ${table}
SELECT {file:String}, cik, c.1, c.2, toUInt32(arraySum(u -> JSONLength(u.2), units)),
  if(c.1 IN ('us-gaap', 'dei') AND has([${known.map(sqlText).join(", ")}], c.2), JSONExtractRaw(c.3, 'units'), '')
FROM (
  SELECT cik, c, JSONExtractKeysAndValuesRaw(c.3, 'units') AS units
  FROM (
    SELECT toUInt32OrNull(replaceAll(JSONExtractRaw(j, 'cik'), '"', '')) AS cik, arrayJoin(JSONExtractKeysAndValuesRaw(j, 'facts')) AS taxonomy,
      arrayJoin(arrayMap(x -> (taxonomy.1, x.1, x.2), JSONExtractKeysAndValuesRaw(taxonomy.2))) AS c
    FROM ${document}
  ) WHERE cik IS NOT NULL
)`,
        params: { file },
        lane: "scan",
      }),
    );
  }
  const read = new Set(
    (await market.query<{ file: string }>(`SELECT DISTINCT toString(file) AS file FROM ${table}`)).map(
      ({ file }) => file,
    ),
  );
  for (const file of files)
    if (!read.has(file)) context.refuse({ file, line: 1, field: "", reason: "no company facts in it", text: "" });
}

/** Lets a statement read a file as one text `j`: the embedded engine where it stands, one at an address once it is sent. */
async function withDocument(
  context: ImportContext,
  path: string,
  file: string,
  use: (document: string) => Promise<void>,
): Promise<void> {
  const spool = context.market.spoolFile(`import-${randomUUID()}.json${isGzip(file) ? ".gz" : ""}`);
  if (spool === null) {
    const pieces = [() => fileBytes(path, file)];
    return withSent(
      context,
      { table: "document", columns: [["j", "String"]], orderBy: "tuple()", format: "RawBLOB", pieces },
      use,
    );
  }
  await symlink(resolve(path), spool);
  try {
    await use(`file('${spool}', 'RawBLOB', 'j String')`);
  } finally {
    await unlink(spool).catch(() => undefined);
  }
}

async function takeFacts(context: ImportContext, symbols: readonly EdgarSymbol[]): Promise<void> {
  const { market, next, staging, day } = context;
  const run = (sql: string): Promise<void> => market.command({ sql, lane: "scan" });
  const map = await next.scratch(
    "edgar_map",
    "concept String, item LowCardinality(String), kind LowCardinality(String), unit String, place UInt8, sign Int8",
    "concept",
  );
  const rows = STATEMENT_ITEMS.flatMap(({ item, kind, unit }) =>
    (CONCEPTS[item] ?? []).map(
      (name, place) =>
        `(${sqlText(name.replace("-", ""))}, ${sqlText(item)}, '${kind}', '${UNITS[unit]}', ${place}, ${name.startsWith("-") ? -1 : 1})`,
    ),
  );
  await run(`INSERT INTO ${map} VALUES ${rows.join(", ")}, ('${SHARES_CONCEPT}', '', 'shares', 'shares', 0, 1)`);
  const symbol = await next.scratch("edgar_symbol", "cik UInt32, symbol String, only Bool", "cik");
  await market.command({
    sql: `INSERT INTO ${symbol} SELECT s.1, s.2, s.3 = 1 FROM (SELECT arrayJoin(arrayZip({ciks:Array(UInt32)}, {symbols:Array(String)}, {only:Array(UInt8)})) AS s)`,
    params: {
      ciks: symbols.map(({ cik }) => cik),
      symbols: symbols.map((one) => one.symbol),
      only: symbols.map(({ only }) => (only ? 1 : 0)),
    },
  });
  const fact = await next.scratch(
    "edgar_fact",
    "file LowCardinality(String), cik UInt32, item LowCardinality(String), kind LowCardinality(String), place UInt8, left_out LowCardinality(String), start Nullable(Date32), end Nullable(Date32), filed Nullable(Date32), accn String, form LowCardinality(String), val Nullable(Float64)",
    "(cik, item)",
  );
  await run(`
INSERT INTO ${fact}
SELECT file, cik, m.item, m.kind, m.place,
  multiIf(cik NOT IN (SELECT cik FROM ${symbol}), 'fact of a company without a symbol', u.1 != m.unit, concat('fact in ', u.1),
    m.kind != 'shares' AND NOT match(f.form, '^10-(K|Q|KT|QT)(/A)?$'), concat('fact of form ', f.form), isNull(filed) OR isNull(end) OR isNull(f.val), 'fact without a value or a date',
    m.kind = 'flow' AND isNull(start), 'flow without a start', m.kind = 'balance' AND isNotNull(start), 'balance with a start', ''),
  toDate32OrNull(f.start) AS start, toDate32OrNull(f.end) AS end, toDate32OrNull(f.filed) AS filed, f.accn, f.form, f.val * m.sign
FROM (
  SELECT file, cik, concept, u, arrayJoin(JSONExtract(u.2, 'Array(Tuple(start String, end String, val Nullable(Float64), accn String, form String, filed String))')) AS f
  FROM (SELECT file, cik, concept, arrayJoin(JSONExtractKeysAndValuesRaw(units)) AS u FROM ${next.database}.incoming_edgar_concept WHERE units != '')
) AS c INNER JOIN ${map} AS m ON m.concept = c.concept`);
  const left = await market.query<{ reason: string; n: number }>(`
SELECT toString(left_out) AS reason, toUInt32(count()) AS n FROM ${fact} WHERE left_out != '' GROUP BY reason
UNION ALL SELECT concat('concept ', taxonomy, ':', concept) AS reason, toUInt32(sum(facts)) AS n FROM ${next.database}.incoming_edgar_concept WHERE units = '' GROUP BY reason`);
  for (const { reason, n } of left) context.leaveOut(reason, n);

  const series = await next.scratch(
    "edgar_series",
    "cik UInt32, item LowCardinality(String), kind LowCardinality(String), start Date32, end Date32, reports Array(Tuple(Date32, Float64))",
    "(cik, item, end)",
  );
  await run(`INSERT INTO ${series} ${seriesSql(fact)}`);
  const quarter = await next.scratch(
    "edgar_quarter",
    "cik UInt32, item LowCardinality(String), fiscal_end Date32, filed Date32, value Float64, derived UInt8, place UInt32",
    "(cik, item, fiscal_end)",
  );
  for (const statement of quartersSql(series)) await run(`INSERT INTO ${quarter} ${statement}`);

  // Tickers are those of the day of the list, which is about that of the newest filing.
  const asOf = `(SELECT toUInt16(if(open, session, session - 1)) FROM ${day} WHERE date = (SELECT max(filed) FROM ${fact} WHERE left_out = ''))`;
  await run(`
INSERT INTO ${await staging.into("identities")} (source_file, line, wrong_field, problem, source_text, symbol, source, figi, permanent_id, cik, first_date, last_date)
SELECT 'company_tickers.json', rowNumberInAllBlocks() + 1, '', '', '', s.symbol, 'edgar', '', '', toString(s.cik), f.filed, f.filed
FROM ${symbol} AS s INNER JOIN (SELECT cik, max(ifNull(filed, toDate32('1900-01-01'))) OVER () AS filed FROM ${fact} WHERE left_out = '') AS f ON f.cik = s.cik
GROUP BY s.symbol, s.cik, f.filed`);
  const from = `(SELECT cik, any(file) AS file FROM ${fact} GROUP BY cik)`;
  await run(`
INSERT INTO ${await staging.into("statements")} (source_file, line, wrong_field, problem, source_text, symbol, item, fiscal_end, known_at, session, value, derived, filing)
SELECT f.file, rowNumberInAllBlocks() + 1, '', '', '', s.symbol, q.item, q.fiscal_end, toDateTime(toString(q.filed), 'UTC') + 63000, ${asOf}, q.value, q.derived,
  if(p.filing = '', d.filing, p.filing)
FROM (${knownQuartersSql(quarter)}) AS q
INNER JOIN ${symbol} AS s ON s.cik = q.cik INNER JOIN ${from} AS f ON f.cik = q.cik
LEFT JOIN ${filingsSql(fact, "item, end")} AS p ON p.cik = q.cik AND p.filed = q.filed AND p.item = q.item AND p.end = q.fiscal_end
LEFT JOIN ${filingsSql(fact)} AS d ON d.cik = q.cik AND d.filed = q.filed`);
  await run(`
INSERT INTO ${await staging.into("facts")} (source_file, line, wrong_field, problem, source_text, symbol, field, known_at, session, value, text, filing)
SELECT f.file, rowNumberInAllBlocks() + 1, '', '', '', s.symbol, 'outstanding_shares', toDateTime(toString(q.filed), 'UTC') + 63000, ${asOf}, q.value, NULL, p.filing
FROM (${sharesSql(fact)}) AS q INNER JOIN ${symbol} AS s ON s.cik = q.cik INNER JOIN ${from} AS f ON f.cik = q.cik
LEFT JOIN ${filingsSql(fact, "kind")} AS p ON p.cik = q.cik AND p.filed = q.filed AND p.kind = 'shares' WHERE s.only`);
  const [several] = await market.query<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM (${sharesSql(fact)}) WHERE cik NOT IN (SELECT cik FROM ${symbol} WHERE only)`,
  );
  if (several && several.n > 0) context.leaveOut("number of shares of a company with several symbols", several.n);
}
