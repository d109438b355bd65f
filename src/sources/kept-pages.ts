import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile, open } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { SourcePage } from "./connector.ts";

/** What is on disk of one answer. */
interface KeptPage {
  readonly name: string;
  /** Null where the source has nothing of that name. */
  readonly file: string | null;
  readonly sha256: string | null;
  readonly at: string;
}

const isKeptPage = (value: unknown): value is KeptPage =>
  typeof value === "object" && value !== null && "name" in value && "file" in value && "sha256" in value;

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * The answers of a fetch that has not ended, on disk as they came. An answer counts from when its line is in the journal;
 * whatever a process that was killed left besides is written over. A damaged file is asked for again.
 */
export class KeptPages {
  readonly #folder: string;
  readonly #pages: Map<string, KeptPage>;
  readonly #journal: number;

  private constructor(folder: string, pages: Map<string, KeptPage>, journal: number) {
    this.#folder = folder;
    this.#pages = pages;
    this.#journal = journal;
  }

  static async open(folder: string): Promise<KeptPages> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, "journal");
    const journal = openSync(path, "a", 0o600);
    const text = readFileSync(path, "utf8");
    // A line that a kill cut in two is ended, so that the next one begins anew.
    if (text !== "" && !text.endsWith("\n")) writeSync(journal, "\n");
    const pages = new Map<string, KeptPage>();
    for (const line of text.split("\n")) {
      const page = readLine(line);
      if (page !== null) pages.set(page.name, page);
    }
    return new KeptPages(folder, pages, journal);
  }

  /** Pages that are there. */
  get size(): number {
    return this.#pages.size;
  }

  /** The answer of a page; null where the source has none, undefined where it was not asked for yet. */
  async get({ name }: SourcePage): Promise<Uint8Array | null | undefined> {
    const page = this.#pages.get(name);
    if (page === undefined) return undefined;
    if (page.file === null) return null;
    try {
      const bytes = gunzipSync(await readFile(join(this.#folder, page.file)));
      return digest(bytes) === page.sha256 ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps an answer; once this resolves, no kill and no power cut loses it. */
  async set({ name }: SourcePage, answer: Uint8Array | null): Promise<void> {
    const file = answer === null ? null : `${digest(Buffer.from(name)).slice(0, 32)}.gz`;
    if (answer !== null && file !== null) await writeWhole(join(this.#folder, file), gzipSync(answer));
    const page: KeptPage = {
      name,
      file,
      sha256: answer === null ? null : digest(answer),
      at: new Date().toISOString(),
    };
    writeSync(this.#journal, `${JSON.stringify(page)}\n`);
    fsyncSync(this.#journal);
    this.#pages.set(name, page);
  }

  close(): void {
    closeSync(this.#journal);
  }

  /** Forgets everything: it is in the market, or nobody wants it. */
  async drop(): Promise<void> {
    this.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function readLine(line: string): KeptPage | null {
  try {
    const value: unknown = JSON.parse(line);
    return isKeptPage(value) ? value : null;
  } catch {
    return null;
  }
}

/** Writes a file whole or not at all. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  const part = `${path}.part`;
  await writeFile(part, bytes, { mode: 0o600 });
  const file = await open(part, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
}
