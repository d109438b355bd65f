import { explanationText, OriginNotes, treeLines } from "../contract/index.ts";
import { explain, fieldValues, values } from "../scan/index.ts";
import type { Mistake, Outcome, Values } from "../scan/index.ts";
import type { Market } from "../market/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { printable } from "./printable.ts";
import { requestOfFile } from "./request-file.ts";
import { withMarket } from "./with-market.ts";

/** `explain`: every part of a request on one security-day, and what keeps the row out. */
export async function explainCommand(call: Call): Promise<ExitStatus> {
  const [path = "", symbol = "", date = ""] = call.arguments;
  const request = await requestOfFile(call, path);
  if (request === null) return 1;
  return printExplanation(
    call,
    (market, signal) => explain(market, request, { symbol, date }, signal),
    explanationText,
  );
}

/** `values`: every part of a formula on one security-day. */
export function valuesCommand(call: Call): Promise<ExitStatus> {
  const [formula = "", symbol = "", date = ""] = call.arguments;
  return printExplanation(
    call,
    (market, signal) => values(market, { formulas: [formula], symbol, date }, signal),
    valuesText,
  );
}

/** `fields`: every data point of the catalogue on one security-day. */
export function fieldsCommand(call: Call): Promise<ExitStatus> {
  const [symbol = "", date = ""] = call.arguments;
  return printExplanation(call, (market, signal) => fieldValues(market, { symbol, date }, signal), valuesText);
}

async function printExplanation<T>(
  call: Call,
  query: (market: Market, signal: AbortSignal) => Promise<Outcome<T>>,
  text: (answer: T) => string,
): Promise<ExitStatus> {
  const outcome = await withMarket(call, (market) => interruptible((signal) => query(market, signal)));
  if (!outcome.ok) return printMistakes(call, outcome.mistakes);
  call.out(call.options["json"] === true ? `${JSON.stringify(outcome.value, null, 2)}\n` : text(outcome.value));
  return 0;
}

export function printMistakes(call: Call, mistakes: readonly Mistake[]): ExitStatus {
  for (const { path, code, message, from, to } of mistakes) {
    const range = from === undefined || to === undefined ? "" : ` ${from}..${to}`;
    call.err(`${printable(`error ${path}${range} ${code}: ${message}`)}\n`);
  }
  return 1;
}

function valuesText({ symbol, date, absence, formulas }: Values): string {
  if (absence) return `${symbol} on ${date} has no row.\n${absence.text}\n`;
  const notes = new OriginNotes();
  const lines = treeLines(
    formulas.map(({ root }) => root),
    notes,
  );
  return [`${symbol} on ${date}`, ...lines, ...notes.lines(), ""].join("\n");
}
