import { parseCode, walk } from "../../src/formula/index.ts";
import type { DataPoint, Node } from "../../src/formula/index.ts";
import { DIAGNOSTIC_PAGES } from "../../src/reference/index.ts";
import {
  BAR_FIELD_NAMES,
  BUILT_IN_COLUMNS,
  CALLS,
  DIAGNOSTICS,
  FIELDS,
  INDICATORS,
  PERIODS,
  RANGE_FUNCTIONS,
  TIMEFRAMES,
} from "../../src/vocabulary/index.ts";
import type { Field, Indicator } from "../../src/vocabulary/index.ts";
import type { Question } from "./answers.ts";
import { phraseRows } from "./phrases.ts";
import type { Row } from "./rows.ts";

/** Something of the language that a row of the corpus must show, and a question that shows it. */
export interface Required {
  readonly id: string;
  readonly proposed: Question;
  /** Only this very question shows it. */
  readonly exact?: true;
}

const column = (text: string): Question => ({ text, use: "column" });
const point = (...parts: readonly string[]): Question => column(`[${parts.join(" ")}]`);

/** Everything the catalogues hold. A new entry of any of them is missing from the corpus until a row shows it. */
export function required(): readonly Required[] {
  return [
    ...Object.entries(DIAGNOSTIC_PAGES)
      .filter(([, page]) => page.reportedBy !== "run")
      .map(([code, { example, times, use, notation, columns, lists, symbols }]): Required => ({
        id: `code ${code}`,
        proposed: {
          text: example,
          ...(times === undefined ? {} : { times }),
          ...(notation === undefined ? {} : { notation }),
          use: use ?? "filter",
          ...(columns === undefined ? {} : { columns }),
          ...(lists === undefined ? {} : { lists }),
          ...(symbols === undefined ? {} : { symbols }),
        },
      })),
    ...CALLS.map(({ name, example }): Required => ({ id: `function ${name}`, proposed: column(example) })),
    ...FIELDS.map((field): Required => ({ id: `field ${field.group} ${field.name}`, proposed: fieldQuestion(field) })),
    ...BUILT_IN_COLUMNS.map(({ name }): Required => ({ id: `column ${name}`, proposed: column(`{${name}}`) })),
    ...INDICATORS.flatMap(indicatorRows),
    ...RANGE_FUNCTIONS.flatMap(({ name }): Required[] => [
      { id: `daily ${name}`, proposed: point("daily", name, "high -10 .. -1 adj") },
      { id: `intraday ${name}`, proposed: point("intraday", name, "high '09:30' .. '10:29' -1") },
    ]),
    ...PERIODS.flatMap(({ group }): Required[] => [
      ...BAR_FIELD_NAMES.map((field) => ({ id: `${group} ${field}`, proposed: point(group, field, "-1 adj") })),
      { id: `${group} indicator`, proposed: point(`indicator rsi(14) close ${group} -1 adj`) },
      { id: `${group} so far`, proposed: point(group, "high", "so far adj") },
    ]),
    ...TIMEFRAMES.map((minutes): Required => ({
      id: `bars ${minutes}`,
      proposed: point(`indicator sma(20) close ${minutes}min at '10:00' -1 adj`),
    })),
    ...SHAPES,
    ...phraseRows(),
  ];
}

/** Every shape of a node and of a data point. */
const SHAPES: readonly Required[] = [
  { id: "point daily", proposed: point("daily close -1 adj") },
  { id: "point daily-range", proposed: point("daily max high -10 .. -1 adj") },
  { id: "point daily-at", proposed: point("daily close at max volume -10 .. -1") },
  { id: "point intraday", proposed: point("intraday max high '09:30' .. '10:29' -1") },
  { id: "point intraday-at-time", proposed: point("intraday close at '10:00'") },
  { id: "point intraday-at", proposed: point("intraday open at max high '09:30' .. '15:59'") },
  { id: "point indicator", proposed: point("indicator ema(20) close -1 adj") },
  { id: "point identity", proposed: point("identity exchange -1") },
  { id: "point fundamental", proposed: point("fundamental market_cap") },
  { id: "point ownership", proposed: point("ownership float") },
  { id: "point event", proposed: point("fundamental news '00:00' .. '09:29' 0") },
  { id: "point earnings", proposed: point("earnings total-revenue-1q") },
  { id: "node number", proposed: column("1.5M + 0.25") },
  { id: "node text", proposed: column('[identity name] = "a ""b"""') },
  { id: "node time", proposed: column("[intraday time at max high] > '9:30'") },
  { id: "node date", proposed: column("[daily date] > '2024-01-02'") },
  { id: "node column", proposed: { text: "{My gap} * 2", use: "column", columns: ["My gap"] } },
  { id: "node data", proposed: point("daily close") },
  { id: "node call", proposed: column("max([daily open], [daily close])") },
  { id: "node negative", proposed: column("- -[daily close]") },
  { id: "node not", proposed: column("!( [daily close] > 5 )") },
  { id: "node sum", proposed: column("[daily close] - 1 + 2") },
  { id: "node product", proposed: column("[daily close] * 2 / 3") },
  { id: "node and", proposed: column("[daily close] > 5 & [daily open] > 5") },
  { id: "node or", proposed: column("[daily close] > 5 | [daily open] > 5") },
  ...["<", ">", "<=", ">=", "=", "!="].map((op) => ({
    id: `compare ${op}`,
    proposed: column(`[daily close] ${op} [daily open]`),
  })),
];

function fieldQuestion({ group, name }: Field): Question {
  if (group === "intraday" && name === "time") return point("intraday time at max high '09:30' .. '15:59'");
  return point(group, name);
}

function indicatorRows(entry: Indicator): readonly Required[] {
  return entry.lines.flatMap(({ name }): Required[] => {
    const written = entry.lines.length === 1 ? entry.name : `${entry.name}.${name}`;
    const daily: Required = { id: `indicator ${entry.name}.${name}`, proposed: point("indicator", written, "adj") };
    const intraday: Required = {
      id: `intraday indicator ${entry.name}.${name}`,
      proposed: point("indicator", written, "5min at '10:00' -1"),
    };
    return entry.intradayOnly ? [intraday] : [daily, intraday];
  });
}

/** What a row shows: its codes, and whatever stands in its tree. */
export function shown({ text, times = 1, notation, answer }: Row): ReadonlySet<string> {
  const ids = new Set(answer.diagnostics.map(({ code }) => `code ${code}`));
  const tree = parseCode(notation === "words" ? (answer.code ?? "") : text.repeat(times)).tree;
  for (const node of tree ? walk(tree) : []) for (const id of idsOf(node)) ids.add(id);
  return ids;
}

function idsOf(node: Node): readonly string[] {
  switch (node.kind) {
    case "call":
      return ["node call", `function ${node.name}`];
    case "compare":
      return [`compare ${node.op}`];
    case "column":
      return ["node column", `column ${node.name.toLowerCase()}`];
    case "data":
      return ["node data", `point ${node.point.group}`, ...pointIds(node.point)];
    case "trade":
      return ["node trade", `trade ${node.trade.field}`];
    case "number":
    case "text":
    case "time":
    case "date":
    case "negative":
    case "not":
    case "sum":
    case "product":
    case "and":
    case "or":
      return [`node ${node.kind}`];
  }
  return node satisfies never;
}

function pointIds(shape: DataPoint): readonly string[] {
  switch (shape.group) {
    case "daily":
    case "daily-at":
      return [`field daily ${shape.field}`];
    case "daily-range":
      return [`field daily ${shape.field}`, `daily ${shape.func}`];
    case "intraday":
      return [`field intraday ${shape.field}`, `intraday ${shape.func}`];
    case "intraday-at":
    case "intraday-at-time":
      return [`field intraday ${shape.field}`];
    case "indicator": {
      const line = `indicator ${shape.name}.${shape.line}`;
      return shape.bars ? [`intraday ${line}`, `bars ${shape.bars.timeframe}`] : [line];
    }
    case "weekly":
    case "monthly":
      return [`${shape.group} ${shape.field}`, ...(shape.soFar ? [`${shape.group} so far`] : [])];
    case "period-indicator":
      return [`${shape.bars} indicator`];
    case "identity":
    case "fundamental":
    case "ownership":
      return [`field ${shape.group} ${shape.field}`];
    case "event":
      return [`field fundamental ${shape.field}`];
    case "earnings":
      return [];
  }
  return shape satisfies never;
}

/** What no row shows yet. */
export function missing(rows: readonly Row[]): readonly Required[] {
  const seen = new Set(rows.flatMap((row) => [...shown(row)]));
  const covered = new Set(rows.map(({ text, notation = "code" }) => `${notation} ${text}`));
  return required().filter(({ id, exact, proposed }) =>
    exact ? !covered.has(`${proposed.notation ?? "code"} ${proposed.text}`) : !seen.has(id),
  );
}

/** Codes that a run tells, not a text. */
export const TOLD_BY_RUNS = Object.keys(DIAGNOSTICS).filter((code) =>
  Object.entries(DIAGNOSTIC_PAGES).some(([name, { reportedBy }]) => name === code && reportedBy === "run"),
);
