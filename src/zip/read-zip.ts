/** Where the bytes are. */
export interface ZipSource {
  readonly size: number;
  /** At most `length` bytes from `offset`; fewer where the file ends. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes that are in memory already. */
export const bytesSource = (bytes: Uint8Array<ArrayBuffer>): ZipSource => ({
  size: bytes.byteLength,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

interface ZipEntry {
  readonly name: string;
  /** The unpacked bytes. Rejects with ZipError where they are more than `cap`, or damaged. */
  bytes(cap: number): Promise<Uint8Array>;
}

export interface ZipFile {
  /** Every file of the archive in the order of its directory; folders are none. */
  readonly entries: readonly ZipEntry[];
  /** Text of the file of this name; null where there is none. */
  text(name: string, cap: number): Promise<string | null>;
}

/** Unpacks raw deflate; null where that gives more than `cap` bytes. Throws or rejects where the bytes are damaged. */
export type Inflate = (packed: Uint8Array<ArrayBuffer>, cap: number) => Promise<Uint8Array | null> | Uint8Array | null;

export class ZipError extends Error {
  override readonly name = "ZipError";
  readonly code: "no-zip" | "damaged" | "too-large";
  constructor(code: ZipError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Signatures of the records (APPNOTE 6.3), as little-endian numbers. */
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const END_64_BYTES = 56;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** The end record may have a comment of so many bytes after it. */
const COMMENT_BYTES = 0xffff;
/** In a field of 32 bits: the number stands in its ZIP64 field. */
const ELSEWHERE = 0xffff_ffff;
/** Extra field with the sizes and the place that do not fit 32 bits. */
const ZIP64_FIELD = 1;
const STORED = 0;
const DEFLATED = 8;
const DIRECTORY_BYTES = 8 << 20;

interface Place {
  readonly offset: number;
  readonly packed: number;
  readonly method: number;
}

/** With what browsers and Node have both; what unpacks thousands of small files has a quicker one. */
async function inflate(packed: Uint8Array<ArrayBuffer>, cap: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of chunksOf(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")))) {
    size += chunk.byteLength;
    if (size > cap) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Streams are not iterated everywhere yet; one that is left before its end is cancelled. */
async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

const damaged = (cause?: unknown): ZipError => new ZipError("damaged", "The zip archive is damaged.", { cause });

/** A view of the bytes; reading beyond its end throws RangeError. */
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function wide(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged();
  return Number(value);
}

/** Where the central directory is: from the end record, or from the ZIP64 one that lies before it. */
async function directoryOf(source: ZipSource): Promise<{ readonly offset: number; readonly size: number }> {
  const from = Math.max(0, source.size - END_BYTES - COMMENT_BYTES);
  const tail = viewOf(await source.read(from, source.size - from));
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new ZipError("no-zip", "This is no zip archive.");
  const short = { size: tail.getUint32(end + 12, true), offset: tail.getUint32(end + 16, true) };
  if (short.offset !== ELSEWHERE && short.size !== ELSEWHERE) return short;
  const locator = viewOf(await source.read(from + end - LOCATOR_BYTES, LOCATOR_BYTES));
  if (locator.getUint32(0, true) !== LOCATOR_64) throw damaged();
  const record = viewOf(await source.read(wide(locator, 8), END_64_BYTES));
  if (record.getUint32(0, true) !== END_64) throw damaged();
  return { size: wide(record, 40), offset: wide(record, 48) };
}

/** Packed size and place of the entry at `at`; the ZIP64 field holds only what did not fit: size, packed size, place. */
function placeOf(view: DataView, at: number, extra: number, extraBytes: number): Place {
  let packed = view.getUint32(at + 20, true);
  let offset = view.getUint32(at + 42, true);
  const method = view.getUint16(at + 10, true);
  for (let field = extra; field + 4 <= extra + extraBytes; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== ZIP64_FIELD) continue;
    let value = field + 4 + (view.getUint32(at + 24, true) === ELSEWHERE ? 8 : 0);
    if (packed === ELSEWHERE) {
      packed = wide(view, value);
      value += 8;
    }
    if (offset === ELSEWHERE) offset = wide(view, value);
    break;
  }
  return { packed, offset, method };
}

async function placesOf(source: ZipSource): Promise<readonly (Place & { readonly name: string })[]> {
  const { offset, size } = await directoryOf(source);
  if (size > DIRECTORY_BYTES)
    throw new ZipError("too-large", `The archive's directory is larger than ${DIRECTORY_BYTES} bytes.`);
  if (offset + size > source.size) throw damaged();
  const bytes = await source.read(offset, size);
  const view = viewOf(bytes);
  const names = new TextDecoder();
  const places: (Place & { readonly name: string })[] = [];
  for (let at = 0; at < size;) {
    if (view.getUint32(at, true) !== ENTRY) throw damaged();
    const name = at + ENTRY_BYTES;
    const extra = name + view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const next = extra + extraBytes + view.getUint16(at + 32, true);
    if (next > size) throw damaged();
    places.push({ name: names.decode(bytes.subarray(name, extra)), ...placeOf(view, at, extra, extraBytes) });
    at = next;
  }
  return places;
}

/** A RangeError is a number in the file that points beyond it. */
async function unlessDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof RangeError ? damaged(error) : error;
  }
}

async function unpackedBy(unpack: Inflate, bytes: Uint8Array<ArrayBuffer>, cap: number): Promise<Uint8Array | null> {
  try {
    return await unpack(bytes, cap);
  } catch (error) {
    throw damaged(error);
  }
}

async function contentOf(
  source: ZipSource,
  { name, offset, packed, method }: Place & { readonly name: string },
  cap: number,
  unpack: Inflate,
): Promise<Uint8Array> {
  const tooLarge = new ZipError("too-large", `${name} is larger than ${cap} bytes.`);
  if (packed > cap) throw tooLarge;
  const local = viewOf(await source.read(offset, LOCAL_BYTES));
  if (local.getUint32(0, true) !== LOCAL) throw damaged();
  const start = offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  const bytes = await source.read(start, packed);
  if (bytes.byteLength < packed || (method !== STORED && method !== DEFLATED)) throw damaged();
  if (method === STORED) return bytes;
  const unpacked = await unpackedBy(unpack, bytes, cap);
  if (unpacked === null) throw tooLarge;
  return unpacked;
}

/**
 * Reads the directory of a zip archive: stored or deflated files, with ZIP64 sizes, not encrypted. Nothing but the directory
 * and the files asked for is read, and every size is bounded before memory is taken. Rejects with ZipError where the bytes
 * are no such archive.
 */
export async function readZip(source: ZipSource, unpack: Inflate = inflate): Promise<ZipFile> {
  const places = await unlessDamaged(() => placesOf(source));
  const entries = places
    .filter(({ name }) => !name.endsWith("/"))
    .map((place) => ({
      name: place.name,
      bytes: (cap: number) => unlessDamaged(() => contentOf(source, place, cap, unpack)),
    }));
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    entries,
    async text(name, cap) {
      const bytes = await byName.get(name)?.bytes(cap);
      return bytes === undefined ? null : new TextDecoder().decode(bytes);
    },
  };
}
