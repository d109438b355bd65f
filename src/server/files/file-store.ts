import type { Readable } from "node:stream";

/** A file made of a run. */
export interface StoredFile {
  readonly run: string;
  /** The run's attempt that it was made of. */
  readonly attempt: string;
  readonly format: string;
  /** As it is called where it is downloaded. */
  readonly name: string;
  readonly type: string;
}

/** Where files of runs lie: the data folder, or a bucket that all servers share. */
export interface FileStore {
  /** Bytes of a file; null where there is none. */
  size(file: StoredFile): Promise<number | null>;
  /** Writes it whole, or leaves nothing. Each chunk is used before the next is asked for. Rejects with ExportError. */
  write(file: StoredFile, chunks: AsyncIterable<Buffer>): Promise<void>;
  read(file: StoredFile): Promise<Readable>;
  /** An address from which whoever has it can fetch the file for a minute; null where only this server can send it. */
  link(file: StoredFile): Promise<string | null>;
  /** Where an operator finds it. */
  place(file: StoredFile): string;
  /** Removes the files of a run, wherever they were made. */
  forget(run: string): Promise<void>;
  /** Names of the runs that have files. */
  runs(): Promise<readonly string[]>;
  /** Makes what an earlier version wrote readable by its owner only. */
  own(): Promise<void>;
}

/** `attachment` with the name twice: plain for old readers, percent-encoded for all others (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/g, "_").replaceAll(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
