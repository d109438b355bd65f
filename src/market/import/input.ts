import { readdir, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { certainDays } from "./certain-days.ts";
import { csvFields } from "./csv-fields.ts";
import { firstBytes } from "./first-bytes.ts";
import { FOLDER_FILES, KINDS, type ImportField, type Kind, type Reading } from "./kinds.ts";
import type { PlainCopies } from "./plain-copy.ts";
import { ImportError } from "./report.ts";
import type { ImportClock } from "./run-import.ts";

/** Where a field's text comes from: a column of the file (from 1), or one text for all rows. */
export type Origin = { readonly column: number } | { readonly text: string };

/** One file to be read, and how. */
export interface Input {
  readonly kind: Kind;
  readonly path: string;
  /** As the report names it. */
  readonly file: string;
  /** Columns of the file, those without a field included. */
  readonly width: number;
  /** Lines before the first row: the header and blank ones in front of it. */
  readonly headerRows: number;
  readonly origins: Readonly<Record<string, Origin>>;
  /** Headers without a field, in the folder form. */
  readonly unknown: readonly string[];
  /** What of the way it is written was translated into a plain CSV, `path`. */
  readonly translated?: string;
  /** Headers without a field of any other file: their columns are left out. */
  readonly ignored?: readonly string[];
  /** The symbol of all rows where the name of the file gave it. */
  readonly guessedSymbol?: string;
  /** Required fields the file does not have: all its rows are refused. */
  readonly missing: readonly string[];
  /** Numbers are this many times the price (Lean writes ten-thousandths). */
  readonly priceScale: number;
  /** Time zone of times without an offset. */
  readonly timezone: string;
  /** Rows of many files in one: the first columns, this many, name the file and the number of rows before it. */
  readonly batch?: number;
  /** `suffixed`: symbols carry the vendor's lower-case suffixes (`suffixedSymbol`); else any case means the same. */
  readonly symbols?: "suffixed";
}

/** Of a folder's files: each is looked at before the first is read. */
export interface ImportProgress {
  readonly step: "look" | "read";
  readonly done: number;
  readonly files: number;
}

export interface CsvOptions extends ImportClock {
  /** Prices are split-adjusted already, those of each file to its own last day. */
  readonly adjusted?: boolean;
  /** The snapshot is called what the one before was. */
  readonly keepsSource?: true;
  /** What a single file, or a folder of such files, holds. */
  readonly kind?: Kind;
  /** Header (or number, from 1) of each field; `=text` is one text for all rows. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Time zone of times without an offset, default America/New_York. */
  readonly timezone?: string;
  /** Symbol of all rows, or a pattern for the file name in which `*` first stands for the symbol: `WIKI-*-*`. */
  readonly symbol?: string;
  /** Bytes of a file up to which it is read together with others, see `small-files.ts`. */
  readonly batchesUpTo?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Files that are open at once. */
const FILES_AT_ONCE = 16;

const TABLE_FILE = /\.(csv|tsv|txt)(\.gz)?$/i;

/** The files of a path and how to read each. Throws ImportError where nothing there can be read. */
export async function findInputs(path: string, options: CsvOptions, copies: PlainCopies): Promise<readonly Input[]> {
  const plain = async (of: Kind, at: string, file: string, read: (path: string) => Promise<Input>): Promise<Input> => {
    const copy = await copies.of(at, file, (header) => readColumns(of, header, options));
    return copy === null ? read(at) : { ...(await read(copy.path)), translated: copy.from };
  };
  const info = await stat(path).catch(() => null);
  if (!info) throw new ImportError(`There is nothing at ${path}.`);
  const kind = options.kind;
  if (kind) {
    const files = info.isDirectory()
      ? (await readdir(path, { recursive: true })).filter((name) => TABLE_FILE.test(name)).toSorted()
      : [""];
    if (files.length === 0) throw new ImportError(`No .csv, .tsv or .txt file, plain or .gz, in ${path}.`);
    const inputs: Input[] = [];
    for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
      const some = files.slice(from, from + FILES_AT_ONCE).map((name) => {
        const file = name || basename(path);
        return plain(kind, join(path, name), file, (at) => inputByMapping(kind, at, file, options));
      });
      inputs.push(...(await Promise.all(some)));
      options.onProgress?.({ step: "look", done: inputs.length, files: files.length });
    }
    refuseOneSymbolForTwo(inputs);
    return inputs;
  }
  if (!info.isDirectory()) {
    const known = FOLDER_FILES.find(({ name }) => name.test(basename(path)));
    if (!known) throw new ImportError(`Say what ${basename(path)} holds: --kind daily or --kind minute.`);
    const file = basename(path);
    return [await plain(known.kind, path, file, (at) => inputByHeaders(known.kind, at, file, options))];
  }
  const inputs: Input[] = [];
  for (const name of (await readdir(path)).toSorted()) {
    const known = FOLDER_FILES.find((file) => file.name.test(name));
    if (known)
      inputs.push(
        await plain(known.kind, join(path, name), name, (at) => inputByHeaders(known.kind, at, name, options)),
      );
  }
  if (inputs.length === 0)
    throw new ImportError(
      `None of the files of an import (daily*.csv, minute*.csv, …) in ${relative("", path) || path}.`,
    );
  return inputs;
}

/** A file of the folder form: headers are the fields' names, each column must be known. */
async function inputByHeaders(kind: Kind, path: string, file: string, options: CsvOptions): Promise<Input> {
  const { rows, blank } = await firstRows(path, file);
  const [header = []] = rows;
  const headers = header.map((text) => text.trim().toLowerCase());
  const fields = KINDS[kind].filter((field) => !["split_ratio", "dividend", "timestamp"].includes(field.name));
  checkHeaders(`${file}:${blank + 1}`, headers);
  const origins: Record<string, Origin> = {};
  for (const field of fields) {
    const column = headers.indexOf(field.name);
    if (column >= 0) origins[field.name] = { column: column + 1 };
  }
  const needed = fields.filter(
    (field) => !field.optional || (kind === "minute" && ["date", "time"].includes(field.name)),
  );
  return {
    ...inputDefaults(kind, path, file, options),
    width: header.length,
    headerRows: blank + 1,
    origins,
    unknown: header.filter((_, index) => !fields.some((field) => field.name === headers[index])),
    missing: needed.filter((field) => !origins[field.name]).map((field) => field.name),
  };
}

/** Any other file: fields by the given mapping, else by the headers that usually mean them. */
export async function inputByMapping(kind: Kind, path: string, file: string, options: CsvOptions): Promise<Input> {
  const { rows, blank } = await firstRows(path, file);
  const first = rows[0] ?? [];
  const headers = first.map((text) => text.trim().toLowerCase());
  const given = options.columns ?? {};
  const fields = KINDS[kind];
  const unknown = Object.keys(given).filter((name) => !fields.some((field) => field.name === name));
  if (unknown.length > 0)
    throw new ImportError(
      `${kind} has no field ${unknown.join(", ")}. Fields: ${fields.map((field) => field.name).join(", ")}.`,
    );
  const origins: Record<string, Origin> = {};
  for (const field of fields) {
    const origin = originOf(field, given[field.name], headers);
    if (origin === "absent")
      throw new ImportError(`${file} has no column ${given[field.name]}. It has: ${first.join(", ")}.`);
    if (origin) origins[field.name] = origin;
  }
  const used = Object.values(origins).flatMap((origin) => ("column" in origin ? [headers[origin.column - 1]] : []));
  const byName = headers.map((header) => (used.includes(header) ? header : ""));
  const hasHeader = hasHeaderRow(first, origins);
  checkHeaders(`${file}:${blank + 1}`, hasHeader ? byName : []);
  // A timestamp says the date and the time.
  if (kind === "minute" && origins["timestamp"] && !given["date"]) delete origins["date"];
  if (options.symbol !== undefined && origins["symbol"])
    throw new ImportError(`${file} has a column of symbols; --symbol is for files that have none.`);
  const isGuessed = !origins["symbol"] && options.symbol === undefined;
  const nameColumn = first[headers.indexOf("name")];
  if (isGuessed && hasHeader && nameColumn !== undefined)
    throw new ImportError(
      `${file} has no column symbol or ticker, but one headed ${nameColumn}. If it holds the symbols, say --columns symbol=${nameColumn}; if all rows are of one symbol, say it: --symbol AAPL.`,
    );
  const symbol = symbolOf(basename(path), options.symbol);
  if (symbol === null) throw new ImportError(`${file} does not fit --symbol ${options.symbol}.`);
  origins["symbol"] ??= { text: symbol };
  const needed = fields.filter((field) => !field.optional).map((field) => field.name);
  const when = kind === "minute" && !origins["timestamp"] ? ["date", "time"] : [];
  return {
    ...inputDefaults(kind, path, file, options),
    width: hasHeader ? first.length : Math.max(...rows.map((row) => row.length), 1),
    headerRows: hasHeader ? blank + 1 : 0,
    origins,
    unknown: [],
    ignored: hasHeader ? first.filter((_, index) => headers[index] !== "" && byName[index] === "") : [],
    ...(isGuessed ? { guessedSymbol: symbol } : {}),
    missing: [...needed, ...when].filter((name) => !origins[name]),
  };
}

/** Whether the first row is one of headers: prices are numbers, and days have digits. */
function hasHeaderRow(first: readonly string[], origins: Readonly<Record<string, Origin>>): boolean {
  const textOf = (field: string): string | null => {
    const origin = origins[field];
    return origin && "column" in origin ? (first[origin.column - 1] ?? "") : null;
  };
  const [price, day] = [textOf("close"), textOf("date") ?? textOf("timestamp")];
  return price === null || !(isNumber(price) || /\d/.test(day ?? ""));
}

/** Refuses files of one import that look like two companies and would be read as one: the letters behind the symbol differ. */
function refuseOneSymbolForTwo(inputs: readonly Input[]): void {
  const first = new Map<string, Input>();
  const rest = ({ file, guessedSymbol }: Input): string =>
    basename(file)
      .replace(TABLE_FILE, "")
      .slice(guessedSymbol?.length)
      .replaceAll(/[^A-Za-z]/g, "")
      .toUpperCase();
  for (const input of inputs) {
    if (input.guessedSymbol === undefined) continue;
    const other = first.get(input.guessedSymbol) ?? input;
    first.set(input.guessedSymbol, other);
    if (rest(other) === rest(input)) continue;
    throw new ImportError(
      `${other.file} and ${input.file} would both be ${input.guessedSymbol}. Say where the symbol stands in the file names, such as --symbol 'NASDAQ_*', or in which column: --columns symbol=Header.`,
    );
  }
}

/** Columns of a file, each of which is one in the statement that reads it. */
const MAX_COLUMNS = 1_000;

/** Refuses two columns of one name: either may be meant. */
function checkHeaders(line: string, headers: readonly string[]): void {
  if (headers.length > MAX_COLUMNS)
    throw new ImportError(`${line} has ${headers.length} columns; at most ${MAX_COLUMNS} are read.`);
  const again = headers.findIndex((header, index) => header !== "" && headers.indexOf(header) < index);
  const header = headers[again];
  if (header === undefined) return;
  throw new ImportError(
    `${line}: columns ${headers.indexOf(header) + 1} and ${again + 1} are both headed ${header}. Rename one, or take it out.`,
  );
}

function inputDefaults(kind: Kind, path: string, file: string, options: CsvOptions) {
  return { kind, path, file, priceScale: 1, timezone: options.timezone ?? "America/New_York" };
}

function originOf(field: ImportField, given: string | undefined, headers: readonly string[]): Origin | "absent" | null {
  if (given?.startsWith("=")) return { text: given.slice(1) };
  if (given !== undefined) {
    if (/^[1-9]\d*$/.test(given)) return Number(given) <= headers.length ? { column: Number(given) } : "absent";
    const column = headers.indexOf(given.trim().toLowerCase());
    return column >= 0 ? { column: column + 1 } : "absent";
  }
  const names = [field.name, ...(field.also ?? [])];
  const column = headers.findIndex((header) => names.includes(header));
  return column < 0 ? null : { column: column + 1 };
}

const TEXT_READINGS: ReadonlySet<Reading> = new Set(["code", "text"]);

/** Columns, from 0, that are read as something else than a text: numbers, days, times; null where the header names none. */
function readColumns(kind: Kind, header: readonly string[], options: CsvOptions): ReadonlySet<number> | null {
  const headers = header.map((text) => text.trim().toLowerCase());
  const columns = KINDS[kind].flatMap((field) => {
    const origin = originOf(field, options.columns?.[field.name], headers);
    const isRead = origin !== null && origin !== "absent" && "column" in origin && !TEXT_READINGS.has(field.reading);
    return isRead ? [origin.column - 1] : [];
  });
  return columns.length === 0 ? null : new Set(columns);
}

/** `AAPL_1d.csv.gz` is AAPL, `BRK-B.csv` BRK-B; with a pattern, what its first `*` stands for, null where it does not fit. */
function symbolOf(file: string, pattern: string | undefined): string | null {
  const name = file.replace(TABLE_FILE, "");
  if (pattern === undefined) return (/^[A-Za-z0-9.]+(-[A-Za-z](?![A-Za-z0-9]))?/.exec(name)?.[0] ?? name).toUpperCase();
  if (!pattern.includes("*")) return pattern.toUpperCase();
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  const match = new RegExp(`^${parts[0]}(.+?)${parts.slice(1).join(".*")}$`, "i").exec(name);
  return match?.[1]?.toUpperCase() ?? null;
}

const isNumber = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== "" && Number.isFinite(Number(text));

/** What a file, plain or gzip, begins with; only to see what the file is. */
interface Beginning {
  /** Split as CSV, without blank lines. */
  readonly rows: readonly (readonly string[])[];
  /** Blank lines before the first row. */
  readonly blank: number;
}

/** The first rows of a file below its header, and those further on that say whether its dates begin with the day. */
export async function sampleOf(input: Input): Promise<Beginning["rows"]> {
  const { rows } = await firstRows(input.path, input.file);
  const first = rows.slice(input.headerRows > 0 ? 1 : 0);
  return [...first, ...(await certainDays(input, first))];
}

export async function firstRows(path: string, file: string, count = 50): Promise<Beginning> {
  const bytes = await firstBytes(path, file, 65_537);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const isBlank = (line: string): boolean => line.trim() === "";
  const blank = Math.max(
    0,
    lines.findIndex((line) => !isBlank(line)),
  );
  const rows = lines.slice(blank, blank + count).filter((line) => !isBlank(line));
  return { rows: rows.map((line) => csvFields(line)), blank };
}
