/** What a gzip member says of its content; the length is modulo 4 GiB. */
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
 * member per answer (one deflate stream over the whole output); nothing is inflated, no chunk is copied.
 */
export async function* rawDeflate(gzip: AsyncIterable<Buffer>): AsyncGenerator<Buffer, GzipTrailer> {
  // The last bytes may be the trailer, so the last chunk is always held back.
  let held: Buffer = Buffer.alloc(0);
  let inside = false;
  for await (const chunk of gzip) {
    if (inside && chunk.length >= TRAILER) {
      if (held.length > 0) yield held;
      held = chunk;
      continue;
    }
    held = Buffer.concat([held, chunk]);
    const header = inside ? 0 : headerLength(held);
    if (header === null) continue;
    held = held.subarray(header);
    inside = true;
  }
  if (!inside || held.length < TRAILER) throw new GzipError("The engine's answer ended too early.");
  if (held.length > TRAILER) yield held.subarray(0, -TRAILER);
  const trailer = held.subarray(-TRAILER);
  return { crc: trailer.readUInt32LE(0), length: trailer.readUInt32LE(4) };
}
