import { describe, expect, test } from "vitest";
import { parseCode, printCode } from "../../src/formula/index.ts";
import { missingEntries } from "./entries.ts";
import { entryAnswer } from "./entry-answers.ts";
import { asLines, ENTRIES, entryRows } from "./rows.ts";

const rows = entryRows();

describe("entries of the cards", () => {
  test("show every data point, indicator, statement item and option; `vitest run --project unit tests/corpus -u` proposes the missing rows", () => {
    expect(missingEntries(rows).map(({ id }) => id)).toEqual([]);
  });

  test("are the formulas they say; -u writes them anew, and every changed line is to be reviewed", async () => {
    const questions = [
      ...rows.map(({ answer: _answer, ...question }) => question),
      ...missingEntries(rows).map(({ proposed }) => proposed),
    ];
    const once = new Map(questions.map((question) => [JSON.stringify(question), question]));
    const now = [...once.values()].map((question) => ({ ...question, answer: entryAnswer(question) }));
    await expect(asLines(now)).toMatchFileSnapshot(ENTRIES);
  });

  test("make one formula each, as it is printed, or say why not", () => {
    for (const { entry, answer } of rows) {
      const errors = answer.diagnostics.filter((found) => found.startsWith("error"));
      expect(answer.formulas.length === 1 || errors.length > 0, JSON.stringify(entry)).toBe(true);
      for (const code of answer.formulas) {
        const { tree } = parseCode(code);
        expect(tree && printCode(tree)).toBe(code);
      }
    }
  });
});
