import { readFile, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { bytesSource, readZip } from "../../zip/index.ts";
import type { Inflate } from "../../zip/index.ts";
import type { Market } from "../market.ts";
import { READ_SETTINGS } from "./csv-rows.ts";
import { columnsOf, readStatement } from "./incoming.ts";
import type { Input } from "./input.ts";
import { MAX_TEXT_CHARS } from "./kinds.ts";
import { ImportError, type ImportReport } from "./report.ts";
import { inBatches, withLineEnd, type FileRows } from "./row-batches.ts";
import { runImport, type ImportClock, type ImportContext } from "./run-import.ts";
import { textProblems } from "./text-sql.ts";

/** Bytes of a file in an archive, unpacked: a year of minutes of one symbol takes 10 million. */
const MAX_UNPACKED_BYTES = 256 << 20;
/** Where Lean's own data begins: a security mapped from here on may be older. */
const FIRST_DATE = "19980102";

/** A Lean file as the report names it, with what its rows do not say themselves. */
interface LeanFile {
  readonly path: string;
  readonly file: string;
  readonly ticker: string;
  readonly date: string;
}

/**
 * Imports QuantConnect Lean's data folder, or its `equity/usa`: daily and minute trade bars, splits from the factor
 * files, listings and renamings from the map files. Tickers are those of their time: a ticker before its security took
 * it is another security. Dividends and quotes are not read.
 */
export async function importLean(market: Market, folder: string, options: ImportClock = {}): Promise<ImportReport> {
  const nested = join(folder, "equity", "usa");
  const root = (await isFolder(nested)) ? nested : folder;
  const daily = await filesIn(root, "daily", /\.zip$/);
  const minute: LeanFile[] = [];
  for (const ticker of await namesIn(join(root, "minute")))
    minute.push(...(await filesIn(root, join("minute", ticker), /^\d{8}_trade\.zip$/, ticker)));
  const factors = await filesIn(root, "factor_files", /\.csv$/);
  const maps = await filesIn(root, "map_files", /\.csv$/);
  if (daily.length + minute.length === 0)
    throw new ImportError(`No daily/*.zip and no minute/*/*_trade.zip in ${folder}.`);
  return runImport(market, "lean", options, async (context) => {
    await readBars(context, "daily", daily);
    await readBars(context, "minute", minute);
    await readMaps(context, maps);
    await readFactors(context, factors);
  });
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isDirectory() ?? false;
const namesIn = async (path: string): Promise<readonly string[]> =>
  (await isFolder(path)) ? (await readdir(path)).toSorted() : [];

async function filesIn(root: string, folder: string, name: RegExp, ticker?: string): Promise<readonly LeanFile[]> {
  const names = (await namesIn(join(root, folder))).filter((file) => name.test(file));
  return names.map((file) => ({
    path: join(root, folder, file),
    file: join(folder, file),
    ticker: (ticker ?? basename(file).replace(/\.(zip|csv)$/, "")).toUpperCase(),
    date: /^\d{8}/.exec(file)?.[0] ?? "",
  }));
}

/** Columns that every row is given: file, number of rows before its file, ticker, date. */
const PREFIX = 4;

async function readBars(context: ImportContext, kind: "daily" | "minute", files: readonly LeanFile[]): Promise<void> {
  const columns = ["open", "high", "low", "close", "volume"].map(
    (name, index) => [name, { column: PREFIX + 2 + index }] as const,
  );
  const input: Input = {
    kind,
    path: "",
    file: "",
    width: PREFIX + 6,
    headerRows: 0,
    origins: {
      symbol: { column: 3 },
      date: { column: kind === "daily" ? PREFIX + 1 : 4 },
      ...(kind === "minute" ? { time: { column: PREFIX + 1 } } : {}),
      ...Object.fromEntries(columns),
    },
    unknown: [],
    missing: [],
    priceScale: 10_000,
    timezone: "America/New_York",
    batch: PREFIX,
  };
  await inBatches(context, rowsOf(context, files), columnsOf(input), async (rows) => {
    const sample = [["", "0", "", "20000103", ...(kind === "daily" ? ["20000103 00:00"] : ["0"])]];
    await context.market.command({
      sql: readStatement(input, {
        rows,
        into: await context.staging.into(kind),
        calendar: context,
        sample,
        adjusted: false,
      }),
      settings: READ_SETTINGS,
      lane: "scan",
    });
  });
}

/** The rows of the files, a zip or a plain one each; one that cannot be unpacked is refused. */
async function* rowsOf(context: ImportContext, files: readonly LeanFile[]): AsyncGenerator<FileRows> {
  for (const { path, file, ticker, date } of files) {
    const bytes = await readFile(path);
    try {
      const text = path.endsWith(".zip") ? await unzipped(bytes) : bytes.toString("utf8");
      yield { file, cells: [ticker, date], text, skipped: 0 };
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      context.refuse({ file, line: 1, field: "", reason: "not a readable zip archive", text: why });
    }
  }
}

/** Unpacked at once: an import reads thousands of small archives. */
const inflate: Inflate = (packed, cap) => inflateRawSync(packed, { maxOutputLength: cap });

/** The rows of every file of an archive. */
async function unzipped(bytes: Buffer<ArrayBuffer>): Promise<string> {
  const { entries } = await readZip(bytesSource(bytes), inflate);
  const texts: string[] = [];
  for (const entry of entries)
    texts.push(withLineEnd(Buffer.from(await entry.bytes(MAX_UNPACKED_BYTES)).toString("utf8")));
  return texts.join("");
}

const dateSql = (text: string): string =>
  `toDate32OrNull(concat(substring(${text}, 1, 4), '-', substring(${text}, 5, 2), '-', substring(${text}, 7, 2)))`;

/**
 * Map files: the first row is the first day, every other one a ticker and the last day on which it held; 2050 is no end.
 * They give listings, renamings, and for every ticker the day from which it is this security.
 */
async function readMaps(context: ImportContext, files: readonly LeanFile[]): Promise<void> {
  const { market, next, day } = context;
  const table = await next.scratch(
    "map",
    "source String, line UInt32, until Date32, ticker String, exchange String",
    "(source, until)",
  );
  const problems = [
    [`isNull(${dateSql("until")})`, "date", "not a date"],
    ["trim(symbol) = ''", "symbol", "empty field"],
    ...textProblems("symbol", MAX_TEXT_CHARS.symbol).map(([condition, reason]) => [condition, "symbol", reason]),
    ...textProblems("exchange", MAX_TEXT_CHARS.exchange).map(([condition, reason]) => [condition, "exchange", reason]),
  ];
  const place = `multiIf(${problems.map(([condition], index) => `${condition}, ${index + 1}`).join(", ")}, 0)`;
  const columns = ["file", "before", "ticker", "nothing", "until", "symbol", "exchange"];
  await inBatches(context, rowsOf(context, files), columns, async (rows) => {
    const from = `FROM ${rows.from}`;
    const line = `toUInt32(${rows.number} + 1 - toInt64(before))`;
    await market.command({
      sql: `INSERT INTO ${table} SELECT ticker, ${line}, ${dateSql("until")}, upper(trim(symbol)), trim(exchange) ${from} WHERE ${place} = 0`,
      settings: READ_SETTINGS,
    });
    const wrong = await market.query<{ file: string; line: number; place: number; text: string }>({
      sql: `SELECT file, ${line} AS line, toUInt32(${place}) AS place, toValidUTF8(concat(until, ',', symbol, ',', exchange)) AS text ${from} WHERE ${place} > 0 ORDER BY file, line`,
      settings: READ_SETTINGS,
    });
    for (const { place: at, ...row } of wrong) {
      const [, field = "", reason = ""] = problems[at - 1] ?? [];
      context.refuse({ ...row, field, reason });
    }
  });
  const rows = `(SELECT *, row_number() OVER w AS place, lagInFrame(toNullable(until)) OVER w AS before, lagInFrame(ticker) OVER w AS old FROM ${table}
    WINDOW w AS (PARTITION BY source ORDER BY until, line ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING))`;
  const first = `toDate32('${FIRST_DATE.slice(0, 4)}-${FIRST_DATE.slice(4, 6)}-${FIRST_DATE.slice(6)}')`;
  await market.command(`
INSERT INTO ${await context.staging.into("securities")} (source_file, line, problem, symbol, listed, exchange, ipo_date, delisted_date)
SELECT concat('map_files/', lower(source), '.csv'), 1, '', argMax(ticker, place) AS symbol, coalesce(ipo, gone, toDate32('1900-01-01')),
  transform(argMax(exchange, place), ['Q', 'N', 'P', 'A', 'Z'], ['NASDAQ', 'NYSE', 'NYSE ARCA', 'NYSE MKT', 'BATS'], NULL),
  if(min(until) > ${first}, min(until), NULL) AS ipo, if(max(until) < toDate32('2050-01-01'), max(until), NULL) AS gone
FROM ${rows} GROUP BY source`);
  await market.command(`
INSERT INTO ${await context.staging.into("symbols")} (source_file, line, problem, symbol, old_symbol, date, session)
SELECT concat('map_files/', lower(source), '.csv'), line, '', ticker, old, before + 1, d.session
FROM ${rows} AS r INNER JOIN ${day} AS d ON d.date = r.before + 1
WHERE place > 2 AND ticker != old AND isNotNull(d.session)`);
  await market.command(`
INSERT INTO ${await context.staging.intoCuts()}
SELECT DISTINCT ticker, d.session
FROM (SELECT ticker, if(place = 1, until, before + 1) AS since FROM ${rows} WHERE (place = 1 AND until > ${first}) OR (place > 2 AND ticker != old)) AS r
INNER JOIN ${day} AS d ON d.date = r.since
WHERE isNotNull(d.session) AND d.session > 0`);
}

/**
 * Factor files: date, price factor, split factor, close; a row holds up to and including its date. A change of the
 * split factor is a split on the next day, under the ticker of that day. Factors are written with few digits: a ratio
 * within a thousandth of n for m (m up to 5) is that.
 */
async function readFactors(context: ImportContext, files: readonly LeanFile[]): Promise<void> {
  const { market, next, day } = context;
  const table = await next.scratch(
    "factor",
    "source String, line UInt32, until Date32, factor Float64",
    "(source, until)",
  );
  const columns = ["file", "before", "ticker", "nothing", "until", "price", "factor", "close"];
  await inBatches(context, rowsOf(context, files), columns, (rows) =>
    market.command({
      sql: `INSERT INTO ${table} SELECT ticker, ${rows.number} + 1 - toInt64(before), ${dateSql("until")}, toFloat64OrNull(factor)
FROM ${rows.from}
WHERE isNotNull(${dateSql("until")}) AND toFloat64OrNull(factor) > 0`,
      settings: READ_SETTINGS,
    }),
  );
  await market.command(`
INSERT INTO ${await context.staging.into("splits")} (source_file, line, problem, wrong_field, symbol, date, session, ratio)
SELECT concat('factor_files/', lower(f.source), '.csv'), f.line, multiIf(${textProblems("ticker", MAX_TEXT_CHARS.symbol)
    .map(([condition, reason]) => `${condition}, '${reason}'`)
    .join(
      ", ",
    )}, '') AS unfit, if(unfit = '', '', 'symbol'), ifNull(m.ticker, splitByRegexp('[.][0-9]+$', f.source)[1]) AS ticker, s.date, d.session, f.ratio
FROM (
  SELECT source, line, until + 1 AS since, raw_ratio,
    arrayFirstOrNull(m -> abs(raw_ratio * m / round(raw_ratio * m) - 1) < 0.001 AND round(raw_ratio * m) >= 1 AND round(raw_ratio * m) != m, range(1, 6)) AS down,
    arrayFirstOrNull(n -> abs(n / raw_ratio / round(n / raw_ratio) - 1) < 0.001 AND round(n / raw_ratio) > n, range(1, 6)) AS up,
    multiIf(raw_ratio > 1 AND isNotNull(down), round(raw_ratio * down) / down, raw_ratio < 1 AND isNotNull(up), up / round(up / raw_ratio), raw_ratio) AS ratio
  FROM (
    SELECT source, line, until, leadInFrame(factor) OVER w AS next, next / factor AS raw_ratio
    FROM ${table} WINDOW w AS (PARTITION BY source ORDER BY until ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  )
  WHERE next > 0 AND abs(raw_ratio - 1) > 1e-6
) AS f
INNER JOIN ${day} AS d ON d.date = f.since
INNER JOIN ${next.table("session")} AS s ON s.session = d.session
ASOF LEFT JOIN ${next.database}.incoming_map AS m ON m.source = f.source AND s.date <= m.until`);
}
