import { open } from "node:fs/promises";
import { fileBytes, isGzip } from "./file-bytes.ts";

const MAX_BYTES = 1 << 20;

/**
 * What a file begins with, unpacked where its name ends in .gz: at least `least` bytes unless it has fewer. Of thousands of small
 * files no more is held than they have. Throws ImportError where it cannot be read.
 */
export async function firstBytes(path: string, file: string, least: number): Promise<Buffer> {
  if (!isGzip(path)) {
    const found = await firstOfPlain(path);
    if (found !== null) return found;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of fileBytes(path, file)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= least) break;
  }
  return Buffer.concat(chunks);
}

/** Null where it cannot be read at once: a stream says why. */
async function firstOfPlain(path: string): Promise<Buffer | null> {
  try {
    await using handle = await open(path);
    const info = await handle.stat();
    if (!info.isFile()) return null;
    const bytes = Buffer.allocUnsafe(Math.min(info.size, MAX_BYTES));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytesRead === bytes.length ? bytes : null;
  } catch {
    return null;
  }
}
