import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Format } from "../../contract/index.ts";
import { writeRun } from "../../export/index.ts";
import type { ExportMeta } from "../../export/index.ts";
import type { Market } from "../../market/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { withRequestText } from "./export-meta.ts";
import { ownersOnly, privateFile, privateFolder } from "../private-files.ts";

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
};

/** A name that every file system and header takes: letters, digits and a few signs; never empty, never a path. */
export function fileName(name: string, format: Format): string {
  const safe = name
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N} _()+,.-]+/gu, "-")
    .slice(0, 80)
    // Not a hidden file, and no end that a system would strip.
    .replaceAll(/^[-. ]+|[-. ]+$/g, "");
  return `${safe === "" ? "request" : safe}.${format}`;
}

/** `attachment` with the name twice: plain for old readers, percent-encoded for all others (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Finished files, one folder a run. Each is written once; later downloads send the same file. */
export class RunFiles {
  readonly #folder: string;
  readonly #market: Market;
  readonly #writing = new Map<string, Promise<string>>();

  constructor(folder: string, market: Market) {
    this.#folder = folder;
    this.#market = market;
  }

  /** Makes files of an earlier version readable by their owner only. */
  async own(): Promise<void> {
    if (existsSync(this.#folder)) await ownersOnly(this.#folder);
  }

  /** Path of the file of a finished run, written at the first call. Rejects with ExportError. */
  async path(run: FinishedRun, meta: ExportMeta, format: Format): Promise<string> {
    const path = join(this.#folder, run.run, fileName(meta.requestName, format));
    if (existsSync(path)) return path;
    // Two downloads at once wait for one file.
    const writing = this.#writing.get(path) ?? this.#write(path, run, meta, format);
    this.#writing.set(path, writing);
    return writing.finally(() => this.#writing.delete(path));
  }

  /** Removes the files of a run. */
  async forget(run: string): Promise<void> {
    await rm(join(this.#folder, run), { recursive: true, force: true });
  }

  /** Names of the runs that have files. */
  async runs(): Promise<readonly string[]> {
    return existsSync(this.#folder) ? readdir(this.#folder) : [];
  }

  async #write(path: string, run: FinishedRun, meta: ExportMeta, format: Format): Promise<string> {
    await privateFolder(this.#folder);
    await privateFolder(join(this.#folder, run.run));
    await writeRun(this.#market, run, { format, meta: withRequestText(meta), path });
    await privateFile(path);
    return path;
  }
}
