import { inflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { writeXlsx } from "hucre";
import { beforeAll, describe, expect, test } from "vitest";
import { bytesSource, readZip, ZipError } from "../../src/zip/index.ts";
import type { Inflate } from "../../src/zip/index.ts";
import { cases } from "../cases.ts";

const CAP = 1 << 20;
const node: Inflate = (packed, cap) => inflateRawSync(packed, { maxOutputLength: cap });

describe("a zip archive", () => {
  let workbook: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    workbook = new Uint8Array(await writeXlsx({ sheets: [{ name: "Request", rows: [["Request as JSON", "{}"]] }] }));
  });

  test("of another library is read, whatever unpacks it", async () => {
    const zip = await readZip(bytesSource(workbook));
    expect(await zip.text("xl/workbook.xml", CAP)).toContain("Request");
    expect(await zip.text("xl/nothing.xml", CAP)).toBeNull();
    for (const entry of (await readZip(bytesSource(workbook), node)).entries) {
      const text = new TextDecoder().decode(await entry.bytes(CAP));
      expect(text, entry.name).toBe(await zip.text(entry.name, CAP));
    }
  });

  test.each([
    ["nothing", ""],
    ["a text", "PK but no zip"],
    ["half an end", "PK\u0005\u0006"],
  ])("is not %s", async (_, text) => {
    const source = bytesSource(new TextEncoder().encode(text));
    await expect(readZip(source)).rejects.toMatchObject({ code: "no-zip" });
  });

  test("ends with a comment as long as one may be", async () => {
    const comment = new Uint8Array(65_535).fill(32);
    const commented = new Uint8Array([...workbook, ...comment]);
    new DataView(commented.buffer).setUint16(workbook.length - 2, comment.length, true);
    expect(await (await readZip(bytesSource(commented))).text("xl/workbook.xml", CAP)).toContain("Request");
  });

  test("gives no more of a file than is asked for", async () => {
    for (const unpack of [undefined, node]) {
      const zip = await readZip(bytesSource(workbook), unpack);
      await expect(zip.text("xl/workbook.xml", 10), `${unpack?.name}`).rejects.toMatchObject({ code: "too-large" });
    }
  });

  test("that is damaged anywhere gives what is in it or says so, and nothing else", async () => {
    const byte = fc.record({ at: fc.nat({ max: workbook.length - 1 }), value: fc.nat({ max: 255 }) });
    const cut = fc.nat({ max: workbook.length });
    await fc.assert(
      fc.asyncProperty(fc.array(byte, { minLength: 1, maxLength: 8 }), fc.option(cut), async (changes, end) => {
        const bytes = workbook.slice(0, end ?? workbook.length);
        for (const { at, value } of changes) if (at < bytes.length) bytes[at] = value;
        try {
          for (const entry of (await readZip(bytesSource(bytes))).entries) {
            expect((await entry.bytes(CAP)).byteLength).toBeLessThanOrEqual(CAP);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ZipError);
        }
      }),
      { numRuns: cases(300) },
    );
  });
});
