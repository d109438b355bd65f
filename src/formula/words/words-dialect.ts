import { withoutComments } from "../code/reading.ts";
import { CALLS, readStatementName } from "../../vocabulary/index.ts";
import type { Dialect } from "../code/dialect.ts";
import { readNumber } from "../code/literal-text.ts";
import { isDate, readNumberNode } from "../code/literals.ts";
import { child } from "../code/cst.ts";
import type { Cst } from "../code/cst.ts";
import { hint } from "../code/nearest.ts";
import { nearestStatement } from "../code/points.ts";
import { invalidNode } from "../code/reading.ts";
import { readTradeClauses } from "../code/read-trade.ts";
import type { Reading } from "../code/reading.ts";
import { readOperator } from "../code/common-mistakes.ts";
import type { Node } from "../tree.ts";
import { readPlaceholder } from "./placeholders.ts";
import { phrasesOf } from "./tokens.ts";
import { functionOf, readAdjacentWords, reportListWords, reportUnknown, reportUnknownCall } from "./unknown-words.ts";
import { meaningOf, readDays, readMinute } from "./words-parts.ts";
import { readEventWords, readPointWords } from "./words-points.ts";

/** The sign of code that a word stands for; symbols are read as in code. */
function operator(reading: Reading, cst: Cst): string {
  for (const { means, refused, canonical, code } of phrasesOf(reading.text(cst))) {
    if (!OPERATOR_KINDS.has(means.kind)) continue;
    if (refused) {
      const found = reading.text(cst);
      reading.report("wording", cst, { found, right: canonical }, [reading.fix(canonical, cst)]);
    }
    return code;
  }
  return readOperator(reading, cst);
}

const OPERATOR_KINDS: ReadonlySet<string> = new Set(["compare", "cross", "logical", "arithmetic", "membership"]);

export const isOperatorWord = (text: string): boolean =>
  phrasesOf(text).some(({ means }) => OPERATOR_KINDS.has(means.kind));

function leaf(reading: Reading, cst: Cst): Node | undefined {
  const span = reading.span(cst);
  switch (cst.name) {
    case "Data": {
      const point = readPointWords(reading, cst);
      return point === null ? invalidNode(span) : { ...span, kind: "data", point };
    }
    case "Event":
      return event(reading, cst);
    case "BareEvent": {
      const right = `had ${reading.text(cst)}`;
      reading.report("had-missing", cst, { found: reading.text(cst), right }, [reading.fix(right, cst)]);
      return invalidNode(span);
    }
    case "Statement": {
      const name = withoutComments(reading.text(cst)).replaceAll(/\s+/g, " ");
      const found = readStatementName(name);
      if (found) return { ...span, kind: "data", point: { group: "earnings", ...found } };
      const near = nearestStatement(name);
      reading.report("statement-item", cst, { found: name, hint: hint(near) }, [reading.instead(near, cst)]);
      return invalidNode(span);
    }
    case "Value": {
      const means = meaningOf(reading, cst, "value");
      return means ? { ...span, kind: "text", value: means.value } : invalidNode(span);
    }
    case "ColumnName": {
      const means = meaningOf(reading, cst, "column");
      return means ? { ...span, kind: "column", name: means.name } : invalidNode(span);
    }
    case "Scaled":
      return scaled(reading, cst);
    case "Dollars": {
      const number = child(cst, "Scaled") ?? child(cst, "Number");
      reading.report("dollars", cst, {});
      const node = number && (number.name === "Scaled" ? scaled(reading, number) : readNumberNode(reading, number));
      return node ? { ...node, ...span } : invalidNode(span);
    }
    case "TimeWord": {
      const minute = readMinute(reading, cst);
      return minute === null ? invalidNode(span) : { ...span, kind: "time", minute };
    }
    case "DateWord": {
      const date = reading.text(cst);
      if (isDate(date)) return { ...span, kind: "date", date };
      reading.report("date-invalid", cst, {});
      return invalidNode(span);
    }
    case "Placeholder":
      readPlaceholder(reading, cst);
      return invalidNode(span);
    case "OpenTime":
      // An apostrophe that belongs to no word.
      reading.report("not-closed", cst, { what: "time or date", closer: "'" });
      return invalidNode(span);
    case "BareName":
      bareName(reading, cst);
      return invalidNode(span);
    default:
      return undefined;
  }
}

/** `1.5 million`. */
function scaled(reading: Reading, cst: Cst): Node {
  const span = reading.span(cst);
  const [number, word] = [child(cst, "Number"), child(cst, "MagnitudeWord")];
  const means = word && meaningOf(reading, word, "magnitude");
  if (!number || !means) return invalidNode(span);
  // Through its digits: 1.1 * 1e6 is not 1.1 million in binary.
  const value = Number(`${readNumber(reading.text(number))}e${Math.log10(means.factor)}`);
  return Number.isFinite(value) ? { ...span, kind: "number", value } : invalidNode(span);
}

/** `twice the average volume`. */
function multiple(reading: Reading, cst: Cst, read: (cst: Cst) => Node, of: Cst | undefined): Node {
  const word = child(cst, "MultipleWord");
  const means = word && meaningOf(reading, word, "multiple");
  if (!word || !means || !of) return invalidNode(reading.span(cst));
  const first: Node = { ...reading.span(word), kind: "number", value: means.factor };
  return { ...reading.span(cst), kind: "product", first, rest: [{ op: "*", node: read(of) }] };
}

/** `return of a short trade (at 09:30, stop 20, until 15:59)`. */
function trade(reading: Reading, cst: Cst, read: (cst: Cst) => Node): Node {
  const word = child(cst, "TradeWord");
  return readTradeClauses(reading, cst, word ? meaningOf(reading, word, "trade") : null, read);
}

function event(reading: Reading, cst: Cst): Node {
  const span = reading.span(cst);
  const [had] = cst.kids;
  const verb = had && meaningOf(reading, had, "event");
  const point = readEventWords(reading, cst);
  if (point === null || !verb) return invalidNode(span);
  const data: Node = { ...span, kind: "data", point };
  return verb.negated ? { ...span, kind: "not", of: data } : data;
}

function bareName(reading: Reading, cst: Cst): void {
  const found = reading.text(cst);
  const call = CALLS.find(({ name }) => name === functionOf(found));
  if (call) reading.report("function-parentheses", cst, { found, right: call.signature });
  else reportUnknown(reading, cst);
}

/** `x is between a and b`, `x is one of (a, b)`, each perhaps with not. */
function membership(reading: Reading, cst: Cst, operands: readonly Cst[], negated: boolean, read: Read): Node {
  const span = reading.span(cst);
  const call = (args: readonly Node[]): Node => {
    const made: Node = { ...span, kind: "call", name: cst.name === "OneOf" ? "in" : "between", args };
    return negated ? { ...span, kind: "not", of: made } : made;
  };
  if (cst.name === "Between") {
    const args = operands.map(read.node);
    return args.length === 3 ? call(args) : invalidNode(span);
  }
  const [x, list] = operands;
  if (!x || !list) {
    for (const one of operands) read.node(one);
    return invalidNode(span);
  }
  const first = read.node(x);
  if (list.name === "Group") return call([first, ...read.operands(list).map(read.node)]);
  read.node(list);
  reportListWords(reading, list);
  return invalidNode(span);
}

interface Read {
  readonly node: (cst: Cst) => Node;
  readonly operands: (cst: Cst) => readonly Cst[];
}

/** What only the words notation has. */
export const WORDS_DIALECT: Dialect = {
  operator,
  functionOf,
  refuseCall: (reading, name) => {
    reportUnknownCall(reading, name);
    return true;
  },
  days: readDays,
  isTextField: (reading, cst) => {
    const name = cst.name === "Data" ? child(cst, "FieldName") : undefined;
    return name !== undefined && meaningOf(reading, name, "field")?.fields[0]?.type === "text";
  },
  leaf,
  compound: (reading, cst, { read, operands, operators }) => {
    const parts = operands(cst);
    if (cst.name === "Trade") return trade(reading, cst, read);
    if (cst.name === "Multiple") return multiple(reading, cst, read, parts[0]);
    if (cst.name === "Adjacent") return readAdjacentWords(reading, cst, read);
    const [op = ""] = operators(cst);
    return membership(reading, cst, parts, op.startsWith("!"), { node: read, operands });
  },
};
