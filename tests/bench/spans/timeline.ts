import { readFile } from "node:fs/promises";

/** What page, server or engine did, in milliseconds since 1970. */
export interface Span {
  /** `shown` on the screen, `script` of the page, `fetch` by it, `call` at the server, `engine` or `database` statement. */
  readonly kind: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What happened after a key. */
export interface KeySpans {
  readonly key: number;
  readonly spans: readonly Span[];
}

export const median = (of: readonly number[]): number =>
  of.toSorted((a, b) => a - b)[Math.floor((of.length - 1) / 2)] ?? Number.NaN;

/** The spans that the server wrote. */
export async function serverSpans(file: string): Promise<readonly Span[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as server.ts writes them
  return lines.map((line) => JSON.parse(line) as Span);
}

const VERB =
  /\b(CREATE OR REPLACE TABLE|CREATE TABLE|CREATE DATABASE|DROP TABLE|DROP DATABASE|INSERT INTO|KILL QUERY|SELECT|WITH)\b/;
const TABLES = /\b(?:answer_set|answer_value|snapshot_log|result_p|system\.\w+|daily|minute|bucket|split|security)/g;

/** The same for each edit: without ids and what is bound. */
function nameOf({ kind, name }: Span): string {
  switch (kind) {
    case "engine": {
      const tables = [...new Set(name.match(TABLES) ?? [])].map((table) =>
        table === "result_p" ? "the result" : table,
      );
      return `${VERB.exec(name)?.[1] ?? "statement"} ${tables.join(", ")}`;
    }
    case "database":
      return "statements";
    default:
      return name.replace(/\/p[0-9a-z]{26}/, "/…");
  }
}

interface Row {
  readonly begins: number[];
  readonly takes: number[];
  readonly times: number[];
}

/** Of each kind of span: when the first begins after the key, how long all of them take, and how many they are; medians. */
export function timeline(edits: readonly KeySpans[]): string {
  const rows = new Map<string, Row>();
  for (const { key, spans } of edits) {
    for (const [name, all] of Map.groupBy(spans, (span) => `${span.kind.padEnd(8)}  ${nameOf(span)}`)) {
      const row = rows.get(name) ?? { begins: [], takes: [], times: [] };
      rows.set(name, row);
      row.begins.push(Math.min(...all.map(({ from }) => from)) - key);
      row.takes.push(all.reduce((sum, { from, to }) => sum + to - from, 0));
      row.times.push(all.length);
    }
  }
  const lines = [...rows]
    .filter(([, { begins }]) => begins.length > edits.length / 2)
    .map(([name, { begins, takes, times }]) => ({
      name,
      begins: median(begins),
      takes: median(takes),
      times: median(times),
    }))
    .toSorted((a, b) => a.begins - b.begins)
    .map(({ name, begins, takes, times }) =>
      [begins.toFixed(0).padStart(7), takes.toFixed(0).padStart(7), String(times).padStart(5), ` ${name}`].join(" "),
    );
  return [" begins   takes times  what (ms after the last key; medians)", ...lines].join("\n");
}
