import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawDeflate } from "../../src/export/gzip-member.ts";
import { zipContainer } from "../../src/export/zip.ts";
import type { ZipEntry } from "../../src/export/zip.ts";
import { bytesSource, readZip } from "../../src/zip/index.ts";
import { gathered } from "./gathered.ts";
import { python } from "./readers.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-zip-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const content = Buffer.concat([Buffer.from("<row>é</row>".repeat(2_000)), randomBytes(5_000)]);

describe("a gzip member", () => {
  it.each([1, 2, 3, 7, 8, 9, 100, 1 << 20])("gives its deflate stream in pieces of %i bytes", async (size) => {
    const entries: ZipEntry[] = [
      { name: "a", text: "text" },
      { name: "b", deflate: () => rawDeflate(pieces(gzipSync(content), size)), large: false },
    ];
    const zip = await readZip(bytesSource(new Uint8Array(await gathered(zipContainer(entries)))));
    expect(await zip.text("b", 1 << 20)).toBe(content.toString("utf8"));
  });

  it("may have a name and other fields in its header", async () => {
    const gzip = gzipSync(content);
    const extra = Buffer.from([3, 0, 1, 2, 3]);
    const named = Buffer.concat([gzip.subarray(0, 10), extra, Buffer.from("name\0remark\0ck"), gzip.subarray(10)]);
    named[3] = 2 | 4 | 8 | 16;
    expect(await gathered(rawDeflate(pieces(named, 5)))).toEqual(gzip.subarray(10, -8));
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["no gzip", Buffer.from("Code: 60. DB::Exception")],
    ["a header only", gzipSync(content).subarray(0, 12)],
  ])("is refused where it is %s", async (_, bytes) => {
    await expect(gathered(rawDeflate(pieces(bytes, 4)))).rejects.toThrow("engine's answer");
  });
});

/** Python's reader checks the CRC of each entry. */
async function listed(path: string): Promise<unknown> {
  const script =
    "import sys,json,zipfile,hashlib\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n" +
    "print(json.dumps([[i.filename,i.file_size,hashlib.sha256(z.read(i)).hexdigest() if i.file_size<1e8 else None] for i in z.infolist()]))";
  const { stdout } = await promisify(execFile)(await python(), ["-c", script, path]);
  return JSON.parse(stdout);
}

const digest = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

/** Writes a container as if so many bytes stood before it; the file has a hole there. */
async function writeAt(path: string, entries: readonly ZipEntry[], base: number): Promise<void> {
  await using file = await open(path, "w");
  let at = base;
  for await (const chunk of zipContainer(entries, base)) {
    await file.write(chunk, 0, chunk.length, at);
    at += chunk.length;
  }
}

describe("a container", () => {
  const entries: readonly ZipEntry[] = [
    { name: "[Content_Types].xml", text: "<Types/>" },
    { name: "small.xml", deflate: () => rawDeflate(pieces(gzipSync(content), 999)), large: false },
    { name: "large é.xml", deflate: () => rawDeflate(pieces(gzipSync(content), 999)), large: true },
    { name: "last.xml", text: "é".repeat(1_000) },
  ];
  const expected = [
    ["[Content_Types].xml", 8, digest("<Types/>")],
    ["small.xml", content.length, digest(content)],
    ["large é.xml", content.length, digest(content)],
    ["last.xml", 2_000, digest("é".repeat(1_000))],
  ];

  it("holds entries with 32 and 64-bit sizes", async () => {
    const path = join(folder, "both.zip");
    await writeAt(path, entries, 0);
    expect(await listed(path)).toEqual(expected);
  });

  it("goes on beyond 4 GiB", async () => {
    const path = join(folder, "far.zip");
    await writeAt(path, entries, 2 ** 32 + 12_345);
    expect(await listed(path)).toEqual(expected);
    await using file = await open(path);
    const zip = await readZip({
      size: (await file.stat()).size,
      read: async (offset, length) => (await file.read(new Uint8Array(length), 0, length, offset)).buffer,
    });
    expect(await zip.text("large é.xml", 1 << 20)).toBe(content.toString("utf8"));
    expect(await zip.text("last.xml", 1 << 20)).toBe("é".repeat(1_000));
    await rm(path);
  });

  it("is the same twice", async () => {
    const [one, two] = await Promise.all([0, 1].map(async () => await gathered(zipContainer(entries))));
    expect(one).toEqual(two);
  });
});
