import { describe, expect, test } from "vitest";
import { pastedRows, recognise } from "../../src/client/files/recognise.ts";

describe("what is pasted is a request", () => {
  test.each([
    ['{"name":"A","filters":{}}', "json", true],
    [' {"text":"request A"}\n', "json", true],
    ["request A\ndates 2024-01-02 .. 2024-02-02\n", "text", true],
    ["/* Why.\nSo. */\nrequest A\nfilter {a}:\n  [daily close] > 5\n", "text", true],
    ["filter {a}: [daily close] > 5", "text", false],
    ["off column {A}: ( 5 )\r\nfilter [daily close] > 5", "text", false],
    ["Gap\t\nFirst day\t2024-01-02\nRequest as JSON\t{}", "sheet", true],
    ['The request as text\r\n1\t"request ""A"""', "sheet", true],
  ])("%j", (text, kind, whole) => {
    expect(recognise(text)).toEqual({ kind, whole });
  });

  test.each([
    "",
    "[daily close] > 5",
    "filter coffee",
    "column",
    "request A",
    "Dating is sweet\nfilter [daily close] > 5",
    '{"a":1}',
    "{gap} > 5 & {gap}",
    "{broken}",
    "ta.sma(close, 20) > close",
    "x".repeat(5_000_000),
  ])("and not: %.40s", (text) => {
    expect(recognise(text)).toBeNull();
  });

  test("cells of a sheet come without the quotes that programs add", () => {
    expect(pastedRows('Request as JSON\t"{""a"":1}"\r\n1\trequest A\n2\n"x""\ty')).toEqual([
      ["Request as JSON", '{"a":1}'],
      ["1", "request A"],
      ["2", ""],
      ['"x""', "y"],
    ]);
  });
});
