import type { FileHandle } from "node:fs/promises";

/** Small chunks are gathered for one call, as each call is a trip to another thread; larger ones go out as they are. */
const WRITE_BYTES = 1 << 18;

/**
 * Writes all chunks at the end of a file; each is used before the next is asked for. Rejects where not all bytes could
 * be written.
 */
export async function writeChunks(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  const gathered = Buffer.allocUnsafeSlow(WRITE_BYTES);
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes + chunk.length > WRITE_BYTES) {
      await file.writeFile(gathered.subarray(0, bytes));
      bytes = 0;
    }
    if (chunk.length > WRITE_BYTES) await file.writeFile(chunk);
    else bytes += chunk.copy(gathered, bytes);
  }
  await file.writeFile(gathered.subarray(0, bytes));
}
