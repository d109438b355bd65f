import { createInflateRaw, crc32, deflateRawSync } from "node:zlib";
import { once } from "node:events";
import type { GzipTrailer } from "./gzip-member.ts";

/** A part of the container: text that is compressed here, or a deflate stream that goes in as it is. */
export type ZipEntry =
  | { readonly name: string; readonly text: string }
  | {
      readonly name: string;
      /** Opened when its turn comes. */
      readonly deflate: () => AsyncGenerator<Buffer, GzipTrailer>;
      /** 64-bit sizes: wherever the content may reach 4 GiB. Without it a longer content is an error. */
      readonly large: boolean;
    };

const LIMIT = 0xffff_ffff;
const STORED_LATER = 0x0008;
const UTF8_NAME = 0x0800;
const DEFLATE = 8;
const VERSION = 20;
const VERSION_64 = 45;
const ZIP64_EXTRA = 1;
/** 1980-01-01 00:00: containers of equal content are equal. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;

interface Written {
  readonly name: Buffer;
  readonly flags: number;
  readonly version: number;
  readonly crc: number;
  readonly packed: number;
  readonly length: number;
  readonly offset: number;
}

/** Little-endian fields, [bytes, value] each. */
function fields(...values: readonly (readonly [2 | 4 | 8, number])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of values) {
    if (size === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, size);
    at += size;
  }
  return buffer;
}

function localHeader(entry: Omit<Written, "offset">, streamed: boolean): Buffer {
  const large = entry.version === VERSION_64;
  const size = streamed ? (large ? LIMIT : 0) : entry.packed;
  const length = streamed ? (large ? LIMIT : 0) : entry.length;
  const extra = large ? fields([2, ZIP64_EXTRA], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0);
  return Buffer.concat([
    fields([4, 0x04034b50], [2, entry.version], [2, entry.flags], [2, DEFLATE], [2, DOS_TIME], [2, DOS_DATE]),
    fields([4, entry.crc], [4, size], [4, length], [2, entry.name.length], [2, extra.length]),
    entry.name,
    extra,
  ]);
}

function centralHeader(entry: Written): Buffer {
  const large = (value: number): boolean => value >= LIMIT;
  // A reader that found 64-bit sizes after the data expects them here too.
  const sizes = entry.version === VERSION_64;
  const extras: (readonly [8, number])[] = [];
  if (sizes) extras.push([8, entry.length], [8, entry.packed]);
  if (large(entry.offset)) extras.push([8, entry.offset]);
  const extra =
    extras.length === 0
      ? Buffer.alloc(0)
      : Buffer.concat([fields([2, ZIP64_EXTRA], [2, extras.length * 8]), fields(...extras)]);
  const version = extras.length === 0 ? entry.version : VERSION_64;
  return Buffer.concat([
    fields([4, 0x02014b50], [2, version], [2, version], [2, entry.flags], [2, DEFLATE]),
    fields([2, DOS_TIME], [2, DOS_DATE], [4, entry.crc]),
    fields([4, sizes ? LIMIT : entry.packed], [4, sizes ? LIMIT : entry.length]),
    fields([2, entry.name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0]),
    fields([4, large(entry.offset) ? LIMIT : entry.offset]),
    entry.name,
    extra,
  ]);
}

function end(count: number, size: number, offset: number): Buffer {
  const short = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, 0xffff)],
    [2, Math.min(count, 0xffff)],
    [4, Math.min(size, LIMIT)],
    [4, Math.min(offset, LIMIT)],
    [2, 0],
  );
  if (count < 0xffff && size < LIMIT && offset < LIMIT) return short;
  const record = Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, VERSION_64], [2, VERSION_64], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, size], [8, offset]),
  ]);
  const locator = fields([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]);
  return Buffer.concat([record, locator, short]);
}

/** Counts the content of a deflate stream of 4 GiB and more, of which gzip's trailer only gives the remainder. */
class Counter {
  readonly #inflate = createInflateRaw();
  #length = 0;
  constructor() {
    this.#inflate.on("data", (chunk: Buffer) => (this.#length += chunk.length));
  }
  async add(chunk: Buffer): Promise<void> {
    // It is read later, and the chunk is good until the next is asked for.
    if (!this.#inflate.write(Buffer.from(chunk))) await once(this.#inflate, "drain");
  }
  async total(): Promise<number> {
    const ended = once(this.#inflate, "end");
    this.#inflate.end();
    await ended;
    return this.#length;
  }
}

export class ZipError extends Error {
  override readonly name = "ZipError";
}

/**
 * A zip container as it is written, one entry after the other. Streamed entries carry their sizes behind the data, as
 * every streaming writer does. `base` is the offset at which the container begins, for tests of large files.
 */
export async function* zipContainer(entries: Iterable<ZipEntry>, base = 0): AsyncGenerator<Buffer, void> {
  const written: Written[] = [];
  let offset = base;
  for (const entry of entries) {
    const start = offset;
    const name = Buffer.from(entry.name, "utf8");
    if ("text" in entry) {
      const content = Buffer.from(entry.text, "utf8");
      const packed = deflateRawSync(content);
      const head = {
        name,
        flags: UTF8_NAME,
        version: VERSION,
        crc: crc32(content),
        packed: packed.length,
        length: content.length,
      };
      const header = localHeader(head, false);
      yield header;
      yield packed;
      offset += header.length + packed.length;
      written.push({ ...head, offset: start });
      continue;
    }
    const version = entry.large ? VERSION_64 : VERSION;
    const head = { name, flags: UTF8_NAME | STORED_LATER, version, crc: 0, packed: 0, length: 0 };
    const header = localHeader(head, true);
    yield header;
    const counter = entry.large ? new Counter() : null;
    const chunks = entry.deflate();
    let packed = 0;
    let trailer: GzipTrailer;
    try {
      for (;;) {
        const next = await chunks.next();
        if (next.done === true) {
          trailer = next.value;
          break;
        }
        packed += next.value.length;
        await counter?.add(next.value);
        yield next.value;
      }
    } finally {
      await chunks.return({ crc: 0, length: 0 });
    }
    const length = counter === null ? trailer.length : await counter.total();
    if (!entry.large && packed >= LIMIT) throw new ZipError(`${entry.name} is longer than was foreseen.`);
    const size = entry.large ? 8 : 4;
    const descriptor = fields([4, 0x08074b50], [4, trailer.crc], [size, packed], [size, length]);
    yield descriptor;
    offset += header.length + packed + descriptor.length;
    written.push({ ...head, crc: trailer.crc, packed, length, offset: start });
  }
  const central = Buffer.concat(written.map(centralHeader));
  yield central;
  yield end(written.length, central.length, offset);
}
