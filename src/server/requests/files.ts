import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Format } from "../../contract/index.ts";
import { writeRun } from "../../export/index.ts";
import type { Market } from "../../market/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
};

/** A name that every file system and header takes: letters, digits and a few signs; never empty, never a path. */
export function fileName(name: string, format: Format): string {
  const safe = name
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N} ._()-]+/gu, "-")
    .replaceAll(/\.{2,}/g, ".")
    .replaceAll(/^[-. ]+|[-. ]+$/g, "")
    .slice(0, 80)
    .trim();
  return `${safe === "" ? "request" : safe}.${format}`;
}

/** `attachment` with the name twice: plain for old readers, percent-encoded for all others (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll(/["\\]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Finished files, one folder a run. Each is written once, beside its place and renamed; later downloads send the file. */
export class RunFiles {
  readonly #folder: string;
  readonly #market: Market;
  readonly #writing = new Map<string, Promise<string>>();

  constructor(folder: string, market: Market) {
    this.#folder = folder;
    this.#market = market;
  }

  /** Path of the file of a finished run, written where it does not exist yet. */
  async path(
    run: FinishedRun,
    request: { readonly name: string; readonly source: unknown },
    format: Format,
  ): Promise<string> {
    const path = join(this.#folder, run.run, fileName(request.name, format));
    if (existsSync(path)) return path;
    const writing = this.#writing.get(path);
    if (writing !== undefined) return writing;
    const written = this.#write(path, run, request, format).finally(() => this.#writing.delete(path));
    this.#writing.set(path, written);
    return written;
  }

  async #write(
    path: string,
    run: FinishedRun,
    request: { readonly name: string; readonly source: unknown },
    format: Format,
  ): Promise<string> {
    const beside = `${path}.new`;
    await mkdir(join(path, ".."), { recursive: true });
    try {
      await writeRun(this.#market, run, { format, path: beside, request: request.source });
      await rename(beside, path);
    } finally {
      await rm(beside, { force: true });
    }
    return path;
  }

  async remove(run: string): Promise<void> {
    await rm(join(this.#folder, run), { recursive: true, force: true });
  }
}
