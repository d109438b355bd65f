import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ParseAnswer, ROUTES } from "../../src/contract/index.ts";
import { questionBody, serverMayAnswer, textOf, storedDiagnostics } from "../corpus/answers.ts";
import type { Answer } from "../corpus/answers.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { corpusRows } from "../corpus/rows.ts";
import { post, startTestServer, type TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

describe("POST /parse", () => {
  // `tests/corpus/corpus.test.ts` has what is answered; only the soak compares what the route says.
  test.runIf(IN_SOAK)("answers rows of the corpus as the page does", async () => {
    const wrong: string[] = [];
    // Every row is the browser's and the library's own; the route adds nothing to what it answers.
    for (const [place, row] of corpusRows().filter(serverMayAnswer).entries()) {
      if (place % rounds(3, 1) !== 0) continue;
      const answer = await post(server.app, ROUTES.parse.path, questionBody(row));
      const { code, words, type, unit, known_at, result, diagnostics } = ParseAnswer.parse(answer.json());
      const found = {
        code,
        words,
        type,
        unit,
        known: known_at?.label ?? null,
        members: result,
        diagnostics: storedDiagnostics(textOf(row), diagnostics),
      };
      if (JSON.stringify(found) !== JSON.stringify(row.answer satisfies Answer)) wrong.push(textOf(row).slice(0, 80));
    }
    expect(wrong).toEqual([]);
  });
});
