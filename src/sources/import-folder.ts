import { mkdir, open, rm, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KIND_NAMES, type Kind } from "../market/index.ts";
import type { Connector, PageContent, SourceRow } from "./connector.ts";

/** SourceRows of one file of bars; an import refuses lines by file and number, and this many are quickly found. */
const ROWS_PER_FILE = 1_000_000;

interface OpenFile {
  readonly name: string;
  readonly handle: FileHandle;
  readonly columns: readonly string[];
  rows: number;
  /** First row of each page in it. */
  readonly pages: { readonly from: number; readonly page: string }[];
}

const isBars = (kind: Kind): boolean => kind === "daily" || kind === "minute";

/** A cell of a CSV file: quoted where it has to be. */
function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The folder that an importer reads, made of the pages of a fetch. */
export class ImportFolder {
  readonly #folder: string;
  readonly #importer: Connector["importer"];
  readonly #open = new Map<string, OpenFile>();
  readonly #written: OpenFile[] = [];
  readonly #files = new Map<Kind, number>();
  #rows = 0;

  constructor(folder: string, importer: Connector["importer"]) {
    this.#folder = folder;
    this.#importer = importer;
  }

  /** SourceRows and files that were written. */
  get size(): number {
    return this.#rows;
  }

  async begin(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  async add(page: string, { rows, file }: PageContent, body: Uint8Array): Promise<void> {
    if (file !== undefined) {
      const path = join(this.#folder, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, body);
      this.#rows += 1;
    }
    // Kinds of this table have rows of one shape each.
    for (const kind of KIND_NAMES) await this.#append(kind, rows[kind] ?? [], page);
  }

  /** Ends all files. */
  async end(): Promise<void> {
    const files = [...this.#open.values()];
    this.#open.clear();
    for (const { handle } of files) await handle.close();
  }

  /** Removes it; its pages stay known. */
  async drop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The page that a line of a file comes from, for people; null where it is none of these files. */
  pageOf(name: string, line: number): string | null {
    const file = this.#written.find((each) => each.name === name);
    return file?.pages.findLast(({ from }) => from <= line)?.page ?? null;
  }

  /** All of that, in order. */
  get pages(): readonly { readonly file: string; readonly line: number; readonly page: string }[] {
    return this.#written.flatMap(({ name, pages }) =>
      pages.map(({ from, page }) => ({ file: name, line: from, page })),
    );
  }

  async #append(kind: Kind, rows: readonly SourceRow[], page: string): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const file = await this.#fileOf(kind, Object.keys(first));
    // The header is line 1.
    file.pages.push({ from: file.rows + 2, page });
    const text = rows.map((row) => `${file.columns.map((column) => cell(row[column])).join(",")}\n`).join("");
    file.rows += rows.length;
    this.#rows += rows.length;
    await file.handle.appendFile(text);
  }

  async #fileOf(kind: Kind, columns: readonly string[]): Promise<OpenFile> {
    const last = this.#open.get(kind);
    if (last !== undefined && (last.rows < ROWS_PER_FILE || !isBars(kind))) return last;
    await last?.handle.close();
    const number = (this.#files.get(kind) ?? 0) + 1;
    this.#files.set(kind, number);
    const name = this.#nameOf(kind, number);
    const path = join(this.#folder, name);
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, "w", 0o600);
    await handle.appendFile(`${columns.join(",")}\n`);
    const file = { name, handle, columns, rows: 0, pages: [] };
    this.#open.set(kind, file);
    this.#written.push(file);
    return file;
  }

  #nameOf(kind: Kind, number: number): string {
    if (!isBars(kind)) return `${kind}.csv`;
    if (this.#importer !== "massive") return `${kind}-${number}.csv`;
    return `${kind === "daily" ? "day" : "minute"}_aggs_v1/bars-${number}.csv`;
  }
}
