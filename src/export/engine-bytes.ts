import type { Market } from "../market/index.ts";

/** A statement of an export and how it is ended. */
export interface EngineWork {
  readonly sql: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The engine's bytes for FORMAT Template, gzipped unless told; asked for when the first is read. */
export async function* engineBytes(
  market: Market,
  { sql, key, signal }: EngineWork,
  format = "Template",
  gzip = true,
): AsyncGenerator<Buffer, void> {
  const stream = await market.stream({ sql, key, signal }, format, { gzip });
  // Whoever reads sees the error; an abort between two reads must not end the process.
  stream.on("error", () => undefined);
  try {
    yield* stream;
  } finally {
    stream.destroy();
  }
}
