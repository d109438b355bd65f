import { describe, expect, test } from "vitest";
import { answerOf, textOf } from "./answers.ts";
import type { Question } from "./answers.ts";
import { missing } from "./coverage.ts";
import { asLines, CORPUS, corpusRows } from "./rows.ts";
import type { Row } from "./rows.ts";

const rows = corpusRows();
const questionOf = ({ answer: _answer, ...question }: Row): Question => question;
const answered = (question: Question): Row => ({ ...question, answer: answerOf(question) });
const name = (row: Question): string => `${row.use} ${textOf(row).slice(0, 80)}`;

describe("the corpus", () => {
  test("asks everything once", () => {
    const names = rows.map((row) => JSON.stringify(questionOf(row)));
    expect(names.filter((one, index) => names.indexOf(one) !== index)).toEqual([]);
  });

  test("shows every code, function, field, indicator, column and shape; `vitest run tests/corpus -u` proposes the missing rows", () => {
    expect(missing(rows).map(({ id }) => id)).toEqual([]);
  });

  test("says what the language answers; -u writes it anew, and every changed line is to be reviewed", async () => {
    const questions = [...rows.map(questionOf), ...missing(rows).map(({ proposed }) => proposed)];
    const once = new Map(questions.map((question) => [JSON.stringify(question), question]));
    const now = [...once.values()].map(answered);
    await expect(asLines(now)).toMatchFileSnapshot(CORPUS);
  });
});

describe("laws over the corpus", () => {
  const codesOf = (question: Question): readonly string[] =>
    answerOf(question)
      .diagnostics.filter(({ severity }) => severity === "error")
      .map(({ code }) => code);
  const without = (codes: readonly string[], code: string): readonly string[] =>
    codes.toSpliced(codes.indexOf(code), 1);

  test("a fix takes its finding away and brings no mistake", () => {
    const wrong: string[] = [];
    for (const row of rows) {
      const before = answerOf(row);
      for (const found of before.diagnostics) {
        for (const fixed of found.fixed ?? []) {
          const question = { ...questionOf(row), text: fixed, times: 1 };
          const after = answerOf(question);
          const count = (of: typeof after): number => of.diagnostics.filter(({ code }) => code === found.code).length;
          if (count(after) >= count(before)) wrong.push(`${name(row)}: ${found.code} is still there in ${fixed}`);
          let left = codesOf(row);
          if (found.severity === "error") left = without(left, found.code);
          for (const code of codesOf(question)) {
            if (!left.includes(code)) wrong.push(`${name(row)}: ${code} is new in ${fixed}`);
            else left = without(left, code);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("canonical code is read as it was printed", () => {
    const wrong = rows.flatMap((row) => {
      const { answer } = row;
      if (answer.code === null) return [];
      const { notation: _notation, ...question } = questionOf(row);
      const again = answerOf({ ...question, text: answer.code, times: 1 });
      const same = again.code === answer.code && again.type === answer.type && again.unit === answer.unit;
      return same && again.known === answer.known ? [] : [name(row)];
    });
    expect(wrong).toEqual([]);
  });

  test("canonical words say the same formula", () => {
    const wrong = rows.flatMap((row) => {
      const { code, words, type, unit, known } = row.answer;
      if (code === null || words === null || words === "") return [];
      const again = answerOf({ ...questionOf(row), text: words, times: 1, notation: "words" });
      const same = again.code === code && again.words === words;
      return same && again.type === type && again.unit === unit && again.known === known
        ? []
        : [`${name(row)}: ${words}`];
    });
    expect(wrong).toEqual([]);
  });

  test("findings lie within the text, fixes too", () => {
    for (const row of rows) {
      const text = textOf(row);
      for (const { from, to } of row.answer.diagnostics)
        expect(0 <= from && from <= to && to <= text.length).toBe(true);
    }
  });
});
