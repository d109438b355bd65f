import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Of a tar archive (POSIX ustar, GNU): blocks of 512 bytes, a header and then the content. */
const BLOCK = 512;
/** Files, folders, and the entries of GNU and POSIX for long names and times; all else is a link, a device or a pipe. */
const PLAIN = new Set(["0", "\0", "5", "7", "L", "x", "g"]);

/** A number of a header: octal digits, or, for what is too large for them, base 256 behind a set first bit. */
function numberIn(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) !== 0) return Number(BigInt(`0x${field.subarray(1).toString("hex")}`));
  return Number.parseInt(field.toString("latin1").replaceAll("\0", " ").trim() || "0", 8);
}

/** Name of the first member that is neither a file nor a folder, read before anything is unpacked; null where there is none. */
export async function firstSpecialMember(archive: string): Promise<string | null> {
  await using file = await open(archive, "r");
  const header = Buffer.alloc(BLOCK);
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(header, 0, BLOCK, at);
    // Two blocks of zeros end it; tar reports a truncated archive.
    if (bytesRead < BLOCK || header.every((byte) => byte === 0)) return null;
    const type = header.toString("latin1", 156, 157);
    const name = header.toString("utf8", 0, 100).replace(/\0.*$/s, "");
    if (!PLAIN.has(type)) return name === "" ? "a member without a name" : name;
    const size = numberIn(header.subarray(124, 136));
    if (!Number.isSafeInteger(size) || size < 0) return name;
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Path of the first thing in a folder that is neither a folder nor a file with one name; null where there is none. */
export async function firstSpecialEntry(folder: string): Promise<string | null> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path);
    if (found.isDirectory()) {
      const inside = await firstSpecialEntry(path);
      if (inside !== null) return inside;
    } else if (!found.isFile() || found.nlink !== 1) return path;
  }
  return null;
}
