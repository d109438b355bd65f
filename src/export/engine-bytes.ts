import type { Market } from "../market/index.ts";
import type { RunRows } from "../vocabulary/index.ts";

/** A statement of an export and how it is ended. */
interface EngineWork {
  readonly sql: string;
  readonly params?: NonNullable<RunRows["from"]>["params"];
  readonly key: string;
  readonly signal: AbortSignal;
  /** Level of gzip; none when left out. */
  readonly gzip?: number;
}

/** The engine's bytes in a format, each chunk good until the next is asked for; asked for when the first is read. */
export function engineBytes(
  market: Market,
  { sql, params = {}, key, signal, gzip }: EngineWork,
  format: "Template" | "Parquet",
): AsyncGenerator<Buffer, void> {
  const settings = gzip === undefined ? {} : { http_zlib_compression_level: gzip };
  return market.chunks({ sql, params, key, signal, settings }, format, { gzip: gzip !== undefined });
}
