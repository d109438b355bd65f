import { open } from "node:fs/promises";
import { inflateRaw } from "node:zlib";
import { promisify } from "node:util";

/**
 * Reads single parts of a zip container from anywhere: nothing but the directory and the parts asked for is touched, and
 * every size is capped before memory is taken. Files from outside go through here.
 */
export interface ZipSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export class ZipReadError extends Error {
  override readonly name = "ZipReadError";
}

export async function zipSource(input: string | Buffer): Promise<ZipSource> {
  if (typeof input !== "string")
    return {
      size: input.length,
      read: async (offset, length) => input.subarray(offset, offset + length),
      close: async () => undefined,
    };
  const file = await open(input, "r").catch((error: unknown) => {
    throw new ZipReadError("The file cannot be read.", { cause: error });
  });
  const { size } = await file.stat();
  return {
    size,
    read: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

interface Part {
  readonly offset: number;
  readonly packed: number;
  readonly method: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT = 0xffff;
const LOCATOR_BYTES = 20;
const HEADER_BYTES = 46;
const LOCAL_BYTES = 30;
const DIRECTORY_CAP = 4 << 20;
const UNKNOWN = 0xffff_ffff;

const bad = (): ZipReadError => new ZipReadError("This is not a workbook.");
const whole = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw bad();
  return Number(value);
};

async function directory(source: ZipSource): Promise<{ offset: number; size: number }> {
  const tailStart = Math.max(0, source.size - END_BYTES - COMMENT);
  const tail = await source.read(tailStart, source.size - tailStart);
  let at = tail.length - END_BYTES;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) throw bad();
  const short = { size: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
  if (short.offset !== UNKNOWN && short.size !== UNKNOWN) return short;
  const locator = await source.read(tailStart + at - LOCATOR_BYTES, LOCATOR_BYTES);
  if (locator.length < LOCATOR_BYTES || locator.readUInt32LE(0) !== 0x07064b50) throw bad();
  const record = await source.read(whole(locator.readBigUInt64LE(8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) throw bad();
  return { size: whole(record.readBigUInt64LE(40)), offset: whole(record.readBigUInt64LE(48)) };
}

/** Offset and packed size where the 32-bit fields do not hold them: the ZIP64 extra field, in that order. */
function large(extra: Buffer, length: number, packed: number, offset: number): { packed: number; offset: number } {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    let place = length === UNKNOWN ? 8 : 0;
    const next = (): number => {
      if (place + 8 > field.length) throw bad();
      place += 8;
      return whole(field.readBigUInt64LE(place - 8));
    };
    return { packed: packed === UNKNOWN ? next() : packed, offset: offset === UNKNOWN ? next() : offset };
  }
  return { packed, offset };
}

async function parts(source: ZipSource): Promise<ReadonlyMap<string, Part>> {
  const { offset, size } = await directory(source);
  if (size > DIRECTORY_CAP || offset + size > source.size) throw bad();
  const bytes = await source.read(offset, size);
  const found = new Map<string, Part>();
  for (let at = 0; at < bytes.length;) {
    if (at + HEADER_BYTES > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw bad();
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    if (name === undefined || extra === undefined || comment === undefined) throw bad();
    const own = at + HEADER_BYTES;
    const sizes = large(
      bytes.subarray(own + name, own + name + extra),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    );
    found.set(bytes.toString("utf8", own, own + name), { ...sizes, method: bytes.readUInt16LE(at + 10) });
    at = own + name + extra + comment;
  }
  return found;
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

export interface ZipReader {
  /** Text of a part of at most `cap` bytes; null where there is none of that name. */
  text(name: string, cap: number): Promise<string | null>;
}

export async function readZip(source: ZipSource): Promise<ZipReader> {
  const all = await parts(source);
  return {
    async text(name, cap) {
      const part = all.get(name);
      if (part === undefined) return null;
      if (part.packed > cap) throw new ZipReadError(`${name} is larger than ${cap} bytes.`);
      const header = await source.read(part.offset, LOCAL_BYTES);
      if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== 0x04034b50) throw bad();
      const start = part.offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
      const packed = await source.read(start, part.packed);
      if (part.method === 0) return packed.toString("utf8");
      if (part.method !== 8) throw bad();
      try {
        return (await inflate(packed, { maxOutputLength: cap })).toString("utf8");
      } catch (error) {
        const tooLarge = error instanceof RangeError;
        throw tooLarge ? new ZipReadError(`${name} is larger than ${cap} bytes.`) : bad();
      }
    },
  };
}
