import { diagnose, knownAtLabel } from "../formula/index.ts";
import { AGGREGATES, BUILT_IN_COLUMNS, CALL_TEXTS, CALLS, SECURITY_GROUPS } from "../vocabulary/index.ts";
import type { ArgumentRule, CallEntry, CallName } from "../vocabulary/index.ts";
import { exampleText } from "./example-market.ts";
import { FUNCTION_EXAMPLES } from "./function-examples.ts";
import { code, entry, list, mark, sentence, table, text } from "./page.ts";
import type { Block, Page } from "./page.ts";

const NO_COLUMNS = { columns: new Map(), use: "column" } as const;

export const UNIT_NAMES = {
  plain: "no unit",
  price: "dollars a share",
  shares: "shares",
  currency: "dollars",
  ratio: "a ratio",
  percent: "percent points",
  count: "a count",
  minutes: "minutes",
  sessions: "sessions",
  days: "calendar days",
} as const;

function ruleText(rule: ArgumentRule, entry: CallEntry): string {
  const { arguments: args } = entry;
  switch (rule.kind) {
    case "value":
      return rule.type === "any"
        ? "a value of any type"
        : rule.type === "orderable"
          ? "a number, date or time"
          : `a ${rule.type}`;
    case "same":
      return `of the same type as ${args[rule.as]?.name ?? ""}`;
    case "literal":
      return `a ${rule.whole ? "whole " : ""}number from ${rule.min} to ${rule.max}, written as such`;
    case "day":
      return "a day, written as a number";
    case "own-number":
      return "the name of a number of yours; a bare word between brackets";
    case "own-list":
      return "the name of a list of yours, in quotes, without regard to case";
    case "symbol":
      return "the symbol of another security, in quotes, as it is on the row's day";
    case "range":
      return `the days, such as -4 .. 0${entry.orGroup ? ", or a group, such as by sector" : ""}`;
    case "group":
      return `by and one of ${SECURITY_GROUPS.map(({ name }) => name).join(", ")}`;
    case "aggregate":
      return `one of ${AGGREGATES.map(({ name, doc }) => `${name} (${doc})`).join(", ")}`;
    case "aggregated":
      return "a condition for count and percent, else a number";
  }
  return rule satisfies never;
}

function resultText({ result, unit, arguments: args }: CallEntry): string {
  const type = typeof result === "string" ? `a ${result}` : `of the type of ${args[result.as]?.name ?? ""}`;
  const measure =
    typeof unit === "object"
      ? `in the unit of ${args["keep" in unit ? unit.keep : unit.aggregate + 1]?.name ?? ""}${"keep" in unit ? "" : ", a count or percent of conditions"}`
      : unit === "none"
        ? "without a unit"
        : `in ${UNIT_NAMES[unit]}`;
  return result === "number" || typeof result !== "string" ? `${type}, ${measure}` : type;
}

function call(one: CallEntry<CallName>): readonly Block[] {
  const last = one.arguments.length - 1;
  return [
    entry(mark(one.signature), one.name),
    text(CALL_TEXTS[one.name]),
    list(
      ...one.arguments.map(({ name, rule }, index) => {
        const optional = index > last - (one.optional ?? 0) ? ", may be left out" : "";
        const repeats = one.repeats && index === last ? ", any number of them" : "";
        return `${mark(name)}: ${ruleText(rule, one)}${optional}${repeats}.`;
      }),
      `Gives ${resultText(one)}.`,
      ...(FUNCTION_EXAMPLES[one.name] ?? []).map((each) => `${exampleText(each)}.`),
    ),
    code(one.example),
  ];
}

export const functionsPage: Page = {
  name: "functions",
  title: "Functions",
  summary:
    "What is written with parentheses. Results are those of the [market of the examples](semantics#the-market-of-the-examples).",
  blocks: CALLS.flatMap(call),
};

export const columnsPage: Page = {
  name: "columns",
  title: "Built-in columns",
  summary:
    "Columns every request has, on adjusted daily values and in percent. A column of your own with the same name goes before them.",
  blocks: [
    table(
      ["column", "meaning", "formula", "known at"],
      BUILT_IN_COLUMNS.map((column) => {
        const { knownAt } = diagnose(column.code, NO_COLUMNS);
        return [
          mark(`{${column.name}}`),
          sentence(column.doc),
          mark(column.code),
          knownAt ? knownAtLabel(knownAt) : "",
        ];
      }),
      BUILT_IN_COLUMNS.map(({ name }) => name),
    ),
    text(
      "Columns of your own are named in braces too, in column formulas: `{Gap in ATR} * 2`. Names are compared without regard to case. A column may be named before it is defined, but not lead back to itself ([column-cycle](diagnostics#column-cycle)). Unit, moment of being known and *Outcome* come along.",
    ),
  ],
};
