import { describe, expect, test } from "vitest";
import { requestOfWorkbook } from "../../src/client/files/workbook.ts";

describe("a file that is opened as a workbook", () => {
  test.each([
    ["nothing", ""],
    ["a text", "PK but no zip"],
    ["half an end", "PK\u0005\u0006"],
  ])("%s is refused", async (_, text) => {
    await expect(requestOfWorkbook(new Blob([text]))).rejects.toThrow("This is not a workbook.");
  });
});
