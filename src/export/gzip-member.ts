/** Trailer of a gzip member; the length is modulo 4 GiB. */
export interface GzipTrailer {
  readonly crc: number;
  readonly length: number;
}

export class GzipError extends Error {
  override readonly name = "GzipError";
}

const FIXED_HEADER = 10;
const TRAILER = 8;
const FLAG = { crc: 2, extra: 4, name: 8, comment: 16 } as const;

/** Bytes of a gzip header (RFC 1952), or null while it is not all there. */
function headerLength(bytes: Buffer): number | null {
  if (bytes.length < FIXED_HEADER) return null;
  if (bytes.readUInt16BE(0) !== 0x1f8b || bytes[2] !== 8) throw new GzipError("The engine's answer is not gzip.");
  const flags = bytes[3] ?? 0;
  let at = FIXED_HEADER;
  if (flags & FLAG.extra) {
    if (bytes.length < at + 2) return null;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [FLAG.name, FLAG.comment]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  if (flags & FLAG.crc) at += 2;
  return bytes.length < at ? null : at;
}

/**
 * Yields the raw deflate stream inside one gzip member as it arrives and returns its trailer. The engine writes one
 * member per answer (one deflate stream over the whole output); nothing is inflated. A chunk is good until the next is
 * asked for, the given ones as well as the yielded.
 */
export async function* rawDeflate(gzip: AsyncIterable<Buffer>): AsyncGenerator<Buffer, GzipTrailer> {
  // The last bytes may be the trailer, so as many are always held back, as a copy.
  let tail: Buffer = Buffer.alloc(0);
  let inside = false;
  for await (const chunk of gzip) {
    if (inside && chunk.length >= TRAILER) {
      yield tail;
      yield chunk.subarray(0, -TRAILER);
      tail = Buffer.from(chunk.subarray(-TRAILER));
      continue;
    }
    let joined = Buffer.concat([tail, chunk]);
    const header = inside ? 0 : headerLength(joined);
    if (header !== null) {
      inside = true;
      joined = joined.subarray(header);
      if (joined.length > TRAILER) yield joined.subarray(0, -TRAILER);
      joined = Buffer.from(joined.subarray(-TRAILER));
    }
    tail = joined;
  }
  if (!inside || tail.length < TRAILER) throw new GzipError("The engine's answer ended too early.");
  return { crc: tail.readUInt32LE(0), length: tail.readUInt32LE(4) };
}
