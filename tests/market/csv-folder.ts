import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** A folder with these files; a name that ends in .gz is compressed. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "scanbook-csv-"));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), name.endsWith(".gz") ? gzipSync(text) : text);
  return folder;
}

export const DAILY = "symbol,date,open,high,low,close,volume";
export const MINUTE = "symbol,date,time,open,high,low,close,volume";
