import { expect, test } from "vitest";
import { docsOfClause, docsOfPoint } from "../../src/client/editor/docs-of.ts";

test("a trade and its parts say what they are", () => {
  const code = "[trade reason short at '09:30' stop 20 until '15:59']";
  expect(docsOfPoint(code, [])).toMatchObject({
    title: code,
    meaning: expect.stringContaining("Of a short trade that begins on the row's day. Why it ends"),
    facts: expect.arrayContaining([["Type", "text"]]),
  });
  const words = docsOfPoint("return of a long trade (at 09:30, until close)", [], "words");
  expect(words?.facts).toContainEqual(["Unit", "percent"]);
  expect(docsOfClause("Trail")).toMatchObject({ title: "trail", example: "trail 3" });
  expect(docsOfClause("worst")?.example).toBeNull();
  expect(docsOfClause("close")).toBeNull();
});
