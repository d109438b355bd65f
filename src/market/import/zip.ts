import { inflateRawSync } from "node:zlib";

/** A file inside a zip archive. */
export interface ZipEntry {
  readonly name: string;
  read(): Buffer;
}

/** Bytes of an entry, unpacked: a year of minutes of one symbol takes 10 million. */
const MAX_UNPACKED_BYTES = 256 << 20;

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const ELSEWHERE = 0xffffffff;

/**
 * The files of a zip archive held in memory (APPNOTE 6.3: end record, central directory, local headers), stored or
 * deflated, with ZIP64 sizes; no encryption. Throws RangeError where the bytes are no such archive.
 */
export function zipEntries(bytes: Buffer): readonly ZipEntry[] {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new RangeError("no zip archive");
  let count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (end >= 20 && bytes.readUInt32LE(end - 20) === LOCATOR_64) {
    const end64 = Number(bytes.readBigUInt64LE(end - 12));
    if (bytes.readUInt32LE(end64) !== END_64) throw new RangeError("broken zip directory");
    count = Number(bytes.readBigUInt64LE(end64 + 32));
    at = Number(bytes.readBigUInt64LE(end64 + 48));
  }
  const entries: ZipEntry[] = [];
  for (; count > 0; count -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new RangeError("broken zip directory");
    const method = bytes.readUInt16LE(at + 10);
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const { packed, local } = sizes(bytes, at, at + 46 + nameLength, extraLength);
    at += 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    if (!name.endsWith("/")) entries.push({ name, read: () => content(bytes, local, packed, method) });
  }
  return entries;
}

/** Packed size and place of an entry; what does not fit 32 bits stands in the extra field 1, in this order. */
function sizes(bytes: Buffer, entry: number, extra: number, extraLength: number): { packed: number; local: number } {
  let packed = bytes.readUInt32LE(entry + 20);
  let local = bytes.readUInt32LE(entry + 42);
  for (let field = extra; field < extra + extraLength; field += 4 + bytes.readUInt16LE(field + 2)) {
    if (bytes.readUInt16LE(field) !== 1) continue;
    let value = field + 4 + (bytes.readUInt32LE(entry + 24) === ELSEWHERE ? 8 : 0);
    if (packed === ELSEWHERE) {
      packed = Number(bytes.readBigUInt64LE(value));
      value += 8;
    }
    if (local === ELSEWHERE) local = Number(bytes.readBigUInt64LE(value));
  }
  return { packed, local };
}

function content(bytes: Buffer, local: number, packed: number, method: number): Buffer {
  if (bytes.readUInt32LE(local) !== LOCAL) throw new RangeError("broken zip entry");
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const data = bytes.subarray(start, start + packed);
  if (data.length < packed || (method !== 0 && method !== 8))
    throw new RangeError("an entry is cut or packed in an unknown way");
  return method === 0 ? data : inflateRawSync(data, { maxOutputLength: MAX_UNPACKED_BYTES });
}
