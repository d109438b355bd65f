/** Decompressed bytes of one part; a bomb ends here. */
const PART_LIMIT = 16 * 1024 * 1024;
/** The end record is 22 bytes and a comment of at most 64 KiB; the ZIP64 one lies before it. */
const TAIL = 22 + 65_535 + 76;
const DIRECTORY_LIMIT = 8 * 1024 * 1024;

interface Entry {
  readonly method: number;
  readonly compressed: number;
  readonly offset: number;
}

/** Reads single parts out of a zip file without loading the rest of it. Rejects with Error where it is none. */
export async function openZip(file: Blob): Promise<{ readonly text: (path: string) => Promise<string | null> }> {
  const entries = await directory(file);
  return {
    async text(path) {
      const entry = entries.get(path);
      if (entry === undefined) return null;
      const head = await view(file, entry.offset, 30);
      if (head.getUint32(0, true) !== 0x04034b50) throw new Error("The file is damaged.");
      const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
      const bytes = file.slice(start, start + entry.compressed).stream();
      const plain = entry.method === 8 ? bytes.pipeThrough(new DecompressionStream("deflate-raw")) : bytes;
      return new TextDecoder().decode(await limited(plain));
    },
  };
}

async function view(file: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + length).arrayBuffer());
}

async function directory(file: Blob): Promise<ReadonlyMap<string, Entry>> {
  const base = Math.max(0, file.size - TAIL);
  const tail = await view(file, base, TAIL);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("This is not a workbook.");
  let size = tail.getUint32(end + 12, true);
  let start = tail.getUint32(end + 16, true);
  // Above 4 GiB the figures stand in the ZIP64 record, found by its locator just before the end record.
  if (start === 0xffffffff && end >= 20 && tail.getUint32(end - 20, true) === 0x07064b50) {
    const record = await view(file, Number(tail.getBigUint64(end - 12, true)), 56);
    size = Number(record.getBigUint64(40, true));
    start = Number(record.getBigUint64(48, true));
  }
  if (size > DIRECTORY_LIMIT) throw new Error("This is not a workbook.");
  const table = await view(file, start, size);
  const names = new TextDecoder();
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= table.byteLength && table.getUint32(at, true) === 0x02014b50;) {
    const nameLength = table.getUint16(at + 28, true);
    const extraLength = table.getUint16(at + 30, true);
    const extra = at + 46 + nameLength;
    let compressed = table.getUint32(at + 20, true);
    let offset = table.getUint32(at + 42, true);
    for (let field = extra; field + 4 <= extra + extraLength; field += 4 + table.getUint16(field + 2, true)) {
      if (table.getUint16(field, true) !== 1) continue;
      // Only what did not fit stands here, in the order plain size, compressed size, offset.
      let value = field + 4;
      if (table.getUint32(at + 24, true) === 0xffffffff) value += 8;
      if (compressed === 0xffffffff) {
        compressed = Number(table.getBigUint64(value, true));
        value += 8;
      }
      if (offset === 0xffffffff) offset = Number(table.getBigUint64(value, true));
    }
    const name = names.decode(new Uint8Array(table.buffer, table.byteOffset + at + 46, nameLength));
    entries.set(name, { method: table.getUint16(at + 10, true), compressed, offset });
    at = extra + extraLength + table.getUint16(at + 32, true);
  }
  return entries;
}

async function limited(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > PART_LIMIT) {
      await reader.cancel();
      throw new Error("The sheet Request is too large.");
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
