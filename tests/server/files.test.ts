import { describe, expect, test } from "vitest";
import { attachment } from "../../src/server/files/file-store.ts";
import { fileName } from "../../src/server/runs/files.ts";

describe("names of files", () => {
  test.each([
    ["Gap and go", "Gap and go.xlsx"],
    ["../../etc/passwd", "etc-passwd.xlsx"],
    [".hidden", "hidden.xlsx"],
    ["a\r\nSet-Cookie: x", "a-Set-Cookie- x.xlsx"],
    ['say "hi" & <go>', "say -hi- - -go.xlsx"],
    ["Größe 日本", "Größe 日本.xlsx"],
    ["   ", "request.xlsx"],
    ["x".repeat(450), `${"x".repeat(80)}.xlsx`],
  ])("%j is saved as %j", (name, expected) => {
    expect(fileName(name, "xlsx")).toBe(expected);
  });

  test("a header holds the name in plain and in full", () => {
    expect(attachment("Größe (1).csv")).toBe(
      `attachment; filename="Gr__e (1).csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.csv`,
    );
  });
});
