import type { Market } from "../market/index.ts";

/** A statement of an export and how it is ended. */
export interface EngineWork {
  readonly sql: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** Level of gzip; none when left out. */
  readonly gzip?: number;
}

/** The engine's bytes in a format; asked for when the first is read. */
export async function* engineBytes(
  market: Market,
  { sql, key, signal, gzip }: EngineWork,
  format: "Template" | "Parquet",
): AsyncGenerator<Buffer, void> {
  const settings = gzip === undefined ? {} : { http_zlib_compression_level: gzip };
  const stream = await market.stream({ sql, key, signal, settings }, format, { gzip: gzip !== undefined });
  // Whoever reads sees the error; an abort between two reads must not end the process.
  stream.on("error", () => undefined);
  try {
    yield* stream;
  } finally {
    stream.destroy();
  }
}
