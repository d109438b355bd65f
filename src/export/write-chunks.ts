import type { FileHandle } from "node:fs/promises";

/** Bytes gathered for one call: each call is a trip to another thread. */
const GATHERED = 1 << 20;

/** Writes all chunks at the end of a file. Rejects where not all bytes could be written. */
export async function writeChunks(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    bytes += chunk.length;
    if (bytes < GATHERED) continue;
    await writeOut(file, gathered, bytes);
    gathered = [];
    bytes = 0;
  }
  await writeOut(file, gathered, bytes);
}

async function writeOut(file: FileHandle, chunks: Buffer[], bytes: number): Promise<void> {
  if (bytes === 0) return;
  const { bytesWritten } = await file.writev(chunks);
  // A disk that fills up takes a part first and fails on the rest.
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}
