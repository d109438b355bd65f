import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { openZip } from "../../src/client/files/zip.ts";

describe("parts of a zip file", () => {
  test("are read out of a workbook that another library wrote", async () => {
    const bytes = await writeXlsx({ sheets: [{ name: "Request", rows: [["Request as JSON", "{}"]] }] });
    const zip = await openZip(new Blob([bytes.slice()]));
    expect(await zip.text("xl/workbook.xml")).toContain("Request");
    expect(await zip.text("xl/nothing.xml")).toBeNull();
  });

  test.each([
    ["nothing", ""],
    ["a text", "PK but no zip"],
    ["half an end", "PK\u0005\u0006"],
  ])("%s is refused", async (_, text) => {
    await expect(openZip(new Blob([text]))).rejects.toThrow("This is not a workbook.");
  });
});
