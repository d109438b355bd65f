import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Socket } from "node:net";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Programs that read workbooks and were not written here. Each is looked for, and named when it is missing. */
const run = promisify(execFile);

export type ReadCell =
  | { readonly type: "empty" }
  | { readonly type: "text" | "formula" | "date" | "time" | "error"; readonly value: string; readonly format?: string }
  | { readonly type: "number"; readonly value: number; readonly format?: string }
  | { readonly type: "boolean"; readonly value: boolean; readonly format?: string };

export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly (readonly ReadCell[])[];
  /** Addresses of cells marked as text. */
  readonly quoted: readonly string[];
  readonly frozen: string | null;
  /** How it is printed; null unless `layout` is among the modes. */
  readonly page: {
    readonly orientation: string;
    readonly wide: number | null;
    readonly high: number | null;
    readonly titles: readonly (string | null)[];
    readonly footer: readonly (string | null)[];
  } | null;
  /** In points, by the number of the row, of those that have one of their own. */
  readonly heights: Readonly<Record<string, number>>;
  /** By address. */
  readonly notes: Readonly<Record<string, string>>;
  /** Addresses of cells with the tint of an Outcome. */
  readonly tinted: readonly string[];
  readonly tables: readonly { readonly name: string; readonly ref: string; readonly columns: readonly string[] }[];
}

async function firstThatWorks(candidates: readonly string[], args: readonly string[]): Promise<string | null> {
  for (const candidate of candidates) {
    const works = await run(candidate, args).then(
      () => true,
      () => false,
    );
    if (works) return candidate;
  }
  return null;
}

let foundPython: Promise<string | null> | null = null;

export async function python(): Promise<string> {
  foundPython ??= firstThatWorks(["/usr/bin/python3", "python3"], ["-c", "import openpyxl"]);
  const found = await foundPython;
  if (found === null) throw new Error("These tests read workbooks with openpyxl: apt-get install python3-openpyxl");
  return found;
}

type Ask = (call: readonly string[]) => Promise<unknown>;

/** One process of Python answers all of a worker's calls, in their order: to start one takes longer than to read a workbook. */
let reading: Promise<Ask> | null = null;

async function startReading(): Promise<Ask> {
  const script = fileURLToPath(new URL("read-with-openpyxl.py", import.meta.url));
  const child = spawn(await python(), [script], { stdio: ["pipe", "pipe", "inherit"] });
  // It ends with its input, so with the worker, which does not wait for it.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
  const waiting: PromiseWithResolvers<string>[] = [];
  createInterface({ input: child.stdout })
    .on("line", (line) => waiting.shift()?.resolve(line))
    .on("close", () => {
      reading = null;
      for (const { reject } of waiting) reject(new Error("The reading script has ended."));
    });
  return async (call) => {
    const answered = Promise.withResolvers<string>();
    waiting.push(answered);
    child.stdin.write(`${JSON.stringify(call)}\n`);
    const told: unknown = JSON.parse(await answered.promise);
    if (typeof told === "object" && told !== null && "answer" in told) return told.answer;
    throw new Error(`${call.join(" ")}: ${JSON.stringify(told)}`);
  };
}

async function ask(...call: readonly string[]): Promise<unknown> {
  reading ??= startReading();
  return (await reading)(call);
}

/**
 * All sheets as openpyxl reads them: formulas as their text, or `cached` values. `plain` for files of LibreOffice, which
 * writes `_x0041_` as it is where Excel escapes it.
 */
export async function openpyxl(
  path: string,
  ...modes: readonly ("cached" | "plain" | "layout")[]
): Promise<readonly ReadSheet[]> {
  return asSheets(await ask("sheets", path, ...modes));
}

const isSheets = (value: unknown): value is readonly ReadSheet[] =>
  Array.isArray(value) && value.every((sheet) => typeof sheet === "object" && sheet !== null && "rows" in sheet);

function asSheets(value: unknown): readonly ReadSheet[] {
  if (!isSheets(value)) throw new TypeError("The reading script answered something else.");
  return value;
}

let foundOffice: Promise<string | null> | null = null;

/** Works out every formula of a file it opens; its default trusts the cached values. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** Opens a workbook in LibreOffice, recalculates it, and saves it as `xlsx` or each sheet as `csv` in `folder`. */
export async function libreOffice(path: string, to: "xlsx" | "csv", folder: string): Promise<string> {
  const [saved = ""] = await libreOfficeOfAll([path], to, folder);
  return saved;
}

/** The same for several at once: it takes longer to start than to open a small one. */
export async function libreOfficeOfAll(
  paths: readonly string[],
  to: "xlsx" | "csv",
  folder: string,
): Promise<readonly string[]> {
  foundOffice ??= firstThatWorks(["soffice", "libreoffice", "/usr/lib/libreoffice/program/soffice"], ["--version"]);
  const office = await foundOffice;
  if (office === null) throw new Error("These tests open workbooks in LibreOffice: apt-get install libreoffice-calc");
  const profile = await mkdtemp(join(tmpdir(), "scanbook-office-"));
  try {
    const user = join(profile, "user");
    await mkdir(user);
    await writeFile(join(user, "registrymodifications.xcu"), ALWAYS_RECALCULATE);
    const filter =
      to === "xlsx"
        ? "xlsx:Calc MS Excel 2007 XML"
        : // Comma, quote, UTF-8, all sheets, values as they are shown.
          "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1";
    await run(
      office,
      [
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        "--headless",
        "--convert-to",
        filter,
        "--outdir",
        folder,
        ...paths,
      ],
      { maxBuffer: 64 << 20 },
    );
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
  return paths.map((path) => join(folder, basename(path).replace(/\.xlsx$/, `.${to}`)));
}

/** Integrity of the container and well-formedness of every part, by Python's own zip and XML readers. */
export async function checkParts(path: string): Promise<readonly string[]> {
  const names = await ask("parts", path);
  if (!Array.isArray(names)) throw new TypeError("The reading script answered something else.");
  return names.map(String);
}
