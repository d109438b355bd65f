import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Answer, Question } from "./answers.ts";
import type { EntryAnswer, EntryQuestion } from "./entry-answers.ts";

/** One line of the corpus. */
export interface Row extends Question {
  readonly answer: Answer;
}

export const CORPUS = fileURLToPath(new URL("corpus.jsonl", import.meta.url));

const lines = (path: string): readonly unknown[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));

// The file is our own, written by the test that reads it.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const corpusRows = (): readonly Row[] => lines(CORPUS) as readonly Row[];

/** An entry and what it makes. */
export interface EntryRow extends EntryQuestion {
  readonly answer: EntryAnswer;
}

export const ENTRIES = fileURLToPath(new URL("entries.jsonl", import.meta.url));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const entryRows = (): readonly EntryRow[] => lines(ENTRIES) as readonly EntryRow[];

/** One row a line, so that a change of one row is one line of a diff. */
export const asLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
