import type { Readable } from "node:stream";
import type { Format } from "../../contract/index.ts";
import { exportRun, sendRun } from "../../export/index.ts";
import type { ExportMeta } from "../../export/index.ts";
import { snapshotSources } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import type { ScanRequest } from "../../request/index.ts";
import type { FinishedRun, RunRows, SweepHistory } from "../../vocabulary/index.ts";
import type { FileStore, StoredFile } from "../files/file-store.ts";
import { studyOf, withRequestText } from "./export-meta.ts";

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

/** A file that is there. */
export interface RunFile extends StoredFile {
  /** Where an operator finds it. */
  readonly place: string;
  size(): Promise<number>;
  read(): Promise<Readable>;
  /** An address from which whoever has it can fetch it for a minute; null where only this server can send it. */
  link(): Promise<string | null>;
}

/** What the database knows about runs. */
interface Sources {
  /** What was tried with the request of a run. */
  readonly triesOf: (run: string) => Promise<SweepHistory | null>;
  /** A request of an account that was kept; null where it cannot be read any more. */
  readonly readOf: (account: string, source: unknown) => Promise<ScanRequest | null>;
}

/** A finished run, and the account that it belongs to. */
interface OwnRun<Rows> {
  readonly account: string;
  readonly run: Rows;
  readonly meta: ExportMeta;
}

/** Finished files of runs. Each is written once; later downloads send the same file. */
export class RunFiles {
  readonly #store: FileStore;
  readonly #market: Market;
  readonly #sources: Sources;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(store: FileStore, market: Market, sources: Sources) {
    this.#store = store;
    this.#market = market;
    this.#sources = sources;
  }

  /** Makes files of an earlier version readable by their owner only. */
  own(): Promise<void> {
    return this.#store.own();
  }

  /** The file of a finished run, written at the first call. Rejects with ExportError. */
  async make(whole: OwnRun<FinishedRun>, format: Format): Promise<RunFile> {
    const { run, meta } = whole;
    const file = {
      run: run.run,
      attempt: run.table.slice(`result_${run.run}_`.length) || "0",
      format,
      name: fileName(meta.requestName, format),
      type: CONTENT_TYPES[format],
    };
    const key = `${file.run}/${file.name}`;
    if (this.#writing.has(key) || (await this.#store.size(file)) === null) {
      // Two downloads at once wait for one file.
      const writing = this.#writing.get(key) ?? this.#write(file, whole, format);
      this.#writing.set(key, writing);
      await writing.finally(() => this.#writing.delete(key));
    }
    return {
      ...file,
      place: this.#store.place(file),
      size: async () => (await this.#store.size(file)) ?? 0,
      read: () => this.#store.read(file),
      link: () => this.#store.link(file),
    };
  }

  /** Rows as a file that is kept nowhere. Destroying the stream ends the work. Rejects with ExportError. */
  async stream(rows: OwnRun<RunRows>, format: Format): Promise<Readable> {
    const { run, meta } = rows;
    // Of some of the rows there is no study.
    const options = run.from === undefined ? this.#studyOf(rows) : {};
    return exportRun(this.#market, run, format, await this.#whole(run, meta), options);
  }

  /** Removes the files of a run. */
  forget(run: string): Promise<void> {
    return this.#store.forget(run);
  }

  /** Names of the runs that have files. */
  runs(): Promise<readonly string[]> {
    return this.#store.runs();
  }

  /** With what is not kept with a run. */
  async #whole({ run, snapshot }: Pick<FinishedRun, "run" | "snapshot">, meta: ExportMeta): Promise<ExportMeta> {
    const [tries, sources] = await Promise.all([
      this.#sources.triesOf(run),
      snapshotSources(this.#market, snapshot.id),
    ]);
    return withRequestText({ ...meta, ...(tries === null ? {} : { tries }), ...(sources === null ? {} : { sources }) });
  }

  #studyOf({ account, run, meta }: OwnRun<FinishedRun>): ReturnType<typeof studyOf> {
    return studyOf(this.#market, run, meta, () => this.#sources.readOf(account, meta.request));
  }

  async #write(file: StoredFile, whole: OwnRun<FinishedRun>, format: Format): Promise<void> {
    const { run, meta } = whole;
    await sendRun(
      this.#market,
      run,
      { format, meta: await this.#whole(run, meta) },
      (chunks) => this.#store.write(file, chunks),
      this.#studyOf(whole),
    );
  }
}
