import { numberText, readNumber, replace } from "../../formula/index.ts";
import type { NotationName, Span } from "../../formula/index.ts";
import { readDay } from "../days.ts";
import { cleanName } from "../names.ts";
import { holdOutNamed, USUAL_HOLD_OUT } from "../hold-out.ts";
import type { HoldOut } from "../hold-out.ts";
import { nearestValue, notAValue, parameterStatement, rangeMistake, valueIn } from "../parameters.ts";
import type { RequestOptions } from "../request.ts";
import { textFinding } from "./finding.ts";
import type { TextFinding, TextFindingCode } from "./finding.ts";
import type { Label, ParameterText } from "./request-text.ts";
import { OPTIONS } from "./statements.ts";

export type Report = (found: TextFinding) => void;

/** What follows the keyword of a statement about the whole request. */
export interface AfterKeyword extends Span {
  readonly text: string;
}

const refuse = (report: Report, rest: Span, code: TextFindingCode, word = ""): null => {
  report(textFinding(code, rest, { word }));
  return null;
};

/** Comments of a rest that stand in no quotation marks, as typed. */
export const commentsOf = ({ text }: AfterKeyword): readonly string[] =>
  [...text.matchAll(/"(?:[^"]|"")*"?|\/\*[^]*?(?:\*\/|$)/g)]
    .map(([found]) => found)
    .filter((found) => found[0] === "/");

/** Without its comments: a blank stands for each. */
const withoutComments = (text: string): string =>
  text
    .replaceAll(/("(?:[^"]|"")*"?)|\/\*[^]*?(?:\*\/|$)/g, (_found, quoted: string | undefined) => quoted ?? " ")
    .trim();

/** A line break and the blanks around it are one blank. */
function oneLine(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => (index === 0 ? line : line.trimStart()))
    .map((line, index) => (index === lines.length - 1 ? line : line.trimEnd()))
    .join(" ");
}

/** Texts in quotation marks, one behind the other; null where something else stands there. */
function quoted(rest: AfterKeyword, report: Report): readonly string[] | null {
  const text = withoutComments(rest.text);
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    const one = /^"((?:[^"]|"")*)("?)\s*/.exec(text.slice(at));
    if (one === null) return refuse(report, rest, "quote-after");
    if (one[2] === "") return refuse(report, rest, "quote-open");
    found.push(oneLine((one[1] ?? "").replaceAll('""', '"')));
    at += one[0].length;
  }
  return found;
}

/** The name of a request, in quotation marks where it could be read as something else. */
export function readName(rest: AfterKeyword, report: Report): string | null {
  const text = withoutComments(rest.text);
  if (!text.startsWith('"')) return oneLine(text).replaceAll(/\s+/g, " ");
  const texts = quoted(rest, report);
  if (texts === null) return null;
  return texts.length === 1 ? (texts[0] ?? "").trim() : refuse(report, rest, "quote-after");
}

/** A description: a text for each of its lines. */
export function readAbout(rest: AfterKeyword, report: Report): string | null {
  if (!withoutComments(rest.text).startsWith('"')) return refuse(report, rest, "about-text");
  return quoted(rest, report)?.join("\n") ?? null;
}

const DAY = String.raw`(\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4})`;
const DAYS = new RegExp(String.raw`^${DAY}\s*(?:\.\.|to|until|through|–|-)\s*${DAY}$`, "i");

export function readDates(rest: AfterKeyword, report: Report): { start: string; end: string } | null {
  const found = DAYS.exec(withoutComments(rest.text));
  const [start, end] = [readDay(found?.[1] ?? ""), readDay(found?.[2] ?? "")];
  return start === null || end === null ? refuse(report, rest, "days-two") : { start, end };
}

export function readOptions(rest: AfterKeyword, report: Report): { options: RequestOptions; whole: boolean } {
  let whole = true;
  const options = { data_updates: false, email_notification: false, overwrite: false };
  for (const word of withoutComments(rest.text).split(",")) {
    const name = word.trim().replaceAll(/\s+/g, " ").toLowerCase();
    const option = OPTIONS.find((known) => known.name === name || known.also.some((other) => other === name));
    if (option !== undefined) options[option.flag] = true;
    else if (name !== "") whole = refuse(report, rest, "option-unknown", word.trim()) !== null;
  }
  return { options, whole };
}

const TRIVIA = String.raw`(?:\s|/\*(?:[^*]|\*(?!/))*\*/)*`;
const COLUMN_IN_BRACES = new RegExp(String.raw`^(${TRIVIA})(\{[^{}]*\})(${TRIVIA})$`);

/** The column that an outcome names, and the comments around it; what looks like one in its braces is a part of the name. */
export function readOutcome(
  rest: AfterKeyword,
  report: Report,
): { readonly column: Label | null; readonly comments: readonly string[] } {
  const [, before = "", braces = "", behind = ""] = COLUMN_IN_BRACES.exec(rest.text) ?? [];
  const value = cleanName(braces);
  if (value === "") return { column: refuse(report, rest, "outcome-name"), comments: commentsOf(rest) };
  const from = rest.from + before.length;
  const comments = commentsOf({ ...rest, text: before + behind });
  return { column: { value, from, to: from + braces.length }, comments };
}

const NUMBER = String.raw`([-+]?\d+(?:\.\d+)?[kmb]?)`;
const PARAMETER = new RegExp(
  String.raw`^\$([\p{L}_][\p{L}\p{N}_]*)\s+(?:from\s+)?${NUMBER}\s*(?:\.\.|to)\s*${NUMBER}(?:\s*,?\s*step\s+${NUMBER})?(?:\s*=\s*${NUMBER})?$`,
  "diu",
);

/** Which group of it holds what may be wrong. */
const PARTS = { to: 3, step: 4, value: 5 } as const;

/** Where a group stands; the whole rest where it was left out, or comments between moved it. */
function groupSpan(rest: AfterKeyword, text: string, found: RegExpExecArray | null, group: number): Span {
  const start = rest.text.indexOf(text);
  const [from, to] = found?.indices?.[group] ?? [];
  if (start < 0 || from === undefined || to === undefined) return rest;
  return { from: rest.from + start + from, to: rest.from + start + to };
}

/** `$gap 5 .. 100 step 5 = 10`; steps of 1 where none is said, the first value where none is chosen. */
export function readParameter(rest: AfterKeyword, report: Report): ParameterText | null {
  const text = withoutComments(rest.text);
  const found = PARAMETER.exec(text);
  const [, name = "", ...given] = found ?? [];
  if (name === "") return refuse(report, rest, "parameter-says");
  const [from = NaN, to = NaN, step = 1, value = from] = given.map((one) =>
    one === undefined ? undefined : readNumber(one),
  );
  const range = { from, to, step };
  const mistake = rangeMistake(range);
  if (mistake !== null)
    return refuse(report, groupSpan(rest, text, found, PARTS[mistake.part]), "parameter-range", mistake.text);
  const chosen = valueIn(range, value);
  const at = rest.from + Math.max(rest.text.indexOf(`$${name}`), 0);
  const named = { from: at, to: at + name.length + 1 };
  if (chosen !== null) return { name, ...range, value: chosen, named };
  const parameter = { name, ...range, value: nearestValue(range, value) };
  const right = parameterStatement(parameter);
  const fixes = [replace(`Choose ${numberText(parameter.value)}`, rest, right)];
  const chosenAt = groupSpan(rest, text, found, PARTS.value);
  report(textFinding("parameter-range", chosenAt, { word: notAValue(name, range, value), fixes }));
  return null;
}

/** `out last third`; the usual part where none is named. */
export function readHold(rest: AfterKeyword, report: Report): HoldOut | null {
  const [, part] = /^out\b\s*(.*)$/is.exec(withoutComments(rest.text)) ?? [];
  if (part === "") return USUAL_HOLD_OUT;
  return holdOutNamed(part ?? "") ?? refuse(report, rest, "hold-out");
}

export function readNotation(rest: AfterKeyword, report: Report): NotationName | null {
  const name = withoutComments(rest.text).toLowerCase();
  return name === "words" || name === "code" ? name : refuse(report, rest, "notation-unknown");
}
