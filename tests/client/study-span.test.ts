import { expect, test } from "vitest";
import { showSpan } from "../../src/client/study/outcome-text.ts";

const ratio = { name: "Gap", type: "number", unit: null } as const;

test.each([
  [{ from: 1.02, to: 1.35 }, ratio, "1.02 to 1.35"],
  [{ from: 1.0201, to: 1.0249 }, ratio, "1.0201 to 1.0249"],
  [{ from: 12.345, to: 98.7654 }, ratio, "12.35 to 98.77"],
  [{ from: 12.3451, to: 12.3459 }, ratio, "12.345 to 12.346"],
  [{ from: 3, to: 3 }, ratio, "3"],
  [{ from: 570, to: 575 }, { name: "At", type: "time", unit: null }, "09:30 to 09:35"],
] as const)("the ends of a part read apart: %j", (span, column, text) => {
  expect(showSpan(span, column)).toBe(text);
});
