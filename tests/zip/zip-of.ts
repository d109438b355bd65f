import { crc32 } from "node:zlib";

/** A zip archive of stored texts and, by name, of packed bytes. Sizes of packed ones are those of the packed bytes. */
export function zipOf(
  texts: Readonly<Record<string, string>>,
  packed: Readonly<Record<string, Buffer>> = {},
): Uint8Array<ArrayBuffer> {
  const files = [
    ...Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text), method: 0 })),
    ...Object.entries(packed).map(([name, bytes]) => ({ name, bytes, method: 8 })),
  ];
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, bytes, method } of files) {
    const [title, local, entry] = [Buffer.from(name), Buffer.alloc(30), Buffer.alloc(46)];
    local.writeUInt32LE(0x04034b50, 0);
    entry.writeUInt32LE(0x02014b50, 0);
    for (const [head, at] of [
      [local, 8],
      [entry, 10],
    ] as const) {
      head.writeUInt16LE(method, at);
      head.writeUInt32LE(crc32(bytes), at + 6);
      head.writeUInt32LE(bytes.length, at + 10);
      head.writeUInt32LE(bytes.length, at + 14);
      head.writeUInt16LE(title.length, at + 18);
    }
    entry.writeUInt32LE(offset, 42);
    parts.push(local, title, bytes);
    directory.push(entry, title);
    offset += 30 + title.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  const listed = Buffer.concat(directory);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, listed, end]));
}
