import {
  EXTENDED_OPEN,
  LAST_MINUTE,
  REGULAR_CLOSE,
  REGULAR_OPEN,
  TRADE_ATR_LENGTH,
  TRADE_BOUNDS,
  TRADE_FIELDS,
  TRADE_SIDES,
  isOneOf,
} from "../../vocabulary/index.ts";
import type { Minute, TradeClause, TradeField, TradeSide } from "../../vocabulary/index.ts";
import type { Node, Span, Trade, TradeDistance, TradeEntry, TradeLevel, TradeNumber } from "../tree.ts";
import { child, leavesOf } from "./cst.ts";
import type { Cst } from "./cst.ts";
import { numberText, readNumber } from "./literal-text.ts";
import { clockMinute, looseMinute } from "./literals.ts";
import { hint, nearest } from "./nearest.ts";
import { invalidNode } from "./reading.ts";
import type { Reading } from "./reading.ts";
import { CLAUSES } from "./trade-text.ts";

const isField = isOneOf(TRADE_FIELDS.map(({ name }) => name));
const isSide = isOneOf(TRADE_SIDES);
const isClause = isOneOf(CLAUSES);

/** What a trade is asked for, and in which direction it is. */
export interface TradeHead {
  readonly field: TradeField;
  readonly side: TradeSide;
}

interface Clause extends Span {
  readonly name: TradeClause;
  /** Its text behind the word, quotes left out and in lower case. */
  readonly text: string;
  readonly values: readonly Cst[];
  /** Two dots, or `to`, stand between its values. */
  readonly isRange: boolean;
}

const isComment = ({ name }: Cst): boolean => name.endsWith("Comment");

/** The field and side behind `trade`; null after a report. */
function readHead(reading: Reading, cst: Cst): TradeHead | null {
  const [field, side, more] = cst.kids.filter(({ name }) => name === "Name");
  if (more) {
    const right = nearest(reading.text(more), CLAUSES);
    reading.report("trade-clause-unknown", more, { found: reading.text(more), hint: hint(right) }, [
      reading.instead(right, more),
    ]);
    return null;
  }
  const names = TRADE_FIELDS.map(({ name }) => name);
  const [name, direction] = [field && reading.text(field).toLowerCase(), side && reading.text(side).toLowerCase()];
  if (!field || name === undefined || !isField(name)) {
    const right = name === undefined ? null : nearest(name, names);
    reading.report(
      "trade-field",
      field ?? cst,
      { found: field ? reading.text(field) : "Nothing", hint: hint(right), options: names.join(", ") },
      [field ? reading.instead(right, field) : null],
    );
    return null;
  }
  if (!side || direction === undefined || !isSide(direction)) {
    const right = direction === undefined ? null : nearest(direction, TRADE_SIDES);
    const behind = { from: field.to, to: field.to };
    const fixes = side
      ? [reading.instead(right, side)]
      : TRADE_SIDES.map((one) => reading.fix(` ${one}`, behind, `Write ${one}`));
    reading.report("trade-side", side ?? field, {}, fixes);
    return null;
  }
  return { field: name, side: direction };
}

/** A trade in brackets, with its defaults filled in. */
export function readTrade(reading: Reading, cst: Cst, read: (cst: Cst) => Node): Node {
  const head = readHead(reading, cst);
  return readTradeClauses(reading, cst, head, read);
}

/** The clauses of a trade, of which the head was read. */
export function readTradeClauses(reading: Reading, cst: Cst, head: TradeHead | null, read: (cst: Cst) => Node): Node {
  const clauses = new Map<TradeClause, Clause>();
  const span = reading.span(cst);
  let right = head !== null && !cst.kids.some(({ error }) => error);
  for (const kid of cst.kids.filter(({ name }) => name === "Clause")) {
    const clause = clauseOf(reading, kid);
    if (clause === null) right = false;
    else if (clauses.has(clause.name)) {
      reading.report("repeated-part", kid, { what: clause.name }, [reading.remove(kid)]);
      right = false;
    } else clauses.set(clause.name, clause);
  }
  if (!right || head === null) {
    // What was written inside is still judged.
    const inner = [...clauses.values()].flatMap(({ name, values }) => (FORMULAS.has(name) ? values.map(read) : []));
    return invalidNode(span, inner);
  }
  const trade = new ClauseReader(reading, cst, clauses, read).read(head);
  return trade === null ? invalidNode(span) : { ...span, kind: "trade", trade };
}

const FORMULAS: ReadonlySet<TradeClause> = new Set(["above", "below", "when"]);

function clauseOf(reading: Reading, cst: Cst): Clause | null {
  const [word] = cst.kids;
  if (!word || cst.kids.some(({ error }) => error)) return null;
  const name = reading.text(word).toLowerCase();
  if (!isClause(name)) return null;
  const rest = cst.kids.slice(1).filter((kid) => !isComment(kid));
  const text = rest
    .map((kid) => reading.text(kid))
    .join(" ")
    .replaceAll(/['‘’]/g, "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
  const values = rest.filter((kid) => kid.name !== ".." && kid.name !== "To");
  return { name, text: text.trim(), values, isRange: values.length < rest.length, from: cst.from, to: cst.to };
}

class ClauseReader {
  readonly #reading: Reading;
  readonly #cst: Cst;
  readonly #clauses: ReadonlyMap<TradeClause, Clause>;
  readonly #read: (cst: Cst) => Node;
  #wrong = false;

  constructor(reading: Reading, cst: Cst, clauses: ReadonlyMap<TradeClause, Clause>, read: (cst: Cst) => Node) {
    this.#reading = reading;
    this.#cst = cst;
    this.#clauses = clauses;
    this.#read = read;
  }

  read({ field, side }: TradeHead): Trade | null {
    const entry = this.#entry();
    const [target, stop] = [this.#level("target"), this.#level("stop")];
    const trail = this.#level("trail");
    const until = this.#until();
    const when = this.#formula("when");
    const [worst, best] = [this.#word("worst"), this.#word("best")];
    if (worst && best) this.#refuse(best, "only one of worst and best");
    if (trail?.by === "price") {
      const clause = this.#clauses.get("trail");
      if (clause) this.#refuse(clause, "a number of percent, or of average true ranges as in 2 atr(14)");
    }
    if (this.#wrong || entry === null || until === null || trail?.by === "price") return null;
    return { field, side, entry, target, stop, trail, until, when, choice: worst ? "worst" : best ? "best" : "none" };
  }

  #refuse(clause: Clause, right: string): void {
    this.#wrong = true;
    this.#reading.report("trade-clause", clause, { clause: clause.name, right });
  }

  #missing(what: string): null {
    this.#wrong = true;
    this.#reading.report("trade-part-missing", this.#cst, { what });
    return null;
  }

  #word(name: "worst" | "best"): Clause | null {
    const clause = this.#clauses.get(name) ?? null;
    if (clause && clause.text !== "") this.#refuse(clause, "nothing");
    return clause;
  }

  #time(minute: Minute): string {
    return this.#reading.notation.time(minute);
  }

  /** A clock time of a minute bar; null where the text is none. */
  #minute(clause: Clause, text: string): Minute | null {
    const minute = clockMinute(text);
    if (minute !== null && minute >= EXTENDED_OPEN && minute <= LAST_MINUTE) return minute;
    this.#wrong = true;
    const [value] = clause.values;
    const meant = minute ?? looseMinute(text);
    const fits = meant !== null && meant >= EXTENDED_OPEN && meant <= LAST_MINUTE && clause.values.length === 1;
    this.#reading.report("trade-time", clause, {}, [
      fits && value ? this.#reading.fix(this.#time(meant), value) : null,
    ]);
    return null;
  }

  /** Whether a parameter stands in a clause that has none: what it stands for is the same at every setting. */
  #hasParameter(clause: Clause, right: string): boolean {
    const [parameter] = clause.values.flatMap((value) => leavesOf(value)).filter(({ name }) => name === "Parameter");
    if (parameter === undefined) return false;
    this.#wrong = true;
    this.#reading.report("trade-parameter", parameter, { found: this.#reading.text(parameter), right });
    return true;
  }

  #entry(): TradeEntry | null {
    const [at, above, below, from] = (["at", "above", "below", "from"] as const).map((name) => this.#clauses.get(name));
    const given = [at, above, below].filter((clause) => clause !== undefined);
    const [first, second] = given;
    if (first === undefined) return this.#missing("entry: at '09:30', at close, or above or below a price");
    if (second) {
      this.#refuse(second, `nothing else: the trade begins ${first.name} …`);
      return null;
    }
    if (first.name === "at") {
      if (from) this.#refuse(from, "nothing here: a window belongs to above or below");
      if (/^(?:the )?close$/.test(first.text)) return { at: "close" };
      if (this.#hasParameter(first, `the time itself, as in at ${this.#time(REGULAR_OPEN)}`)) return null;
      const minute = this.#minute(first, first.text);
      return minute === null ? null : { at: "time", minute };
    }
    const side = first.name === "above" ? "above" : "below";
    const level = this.#formula(side);
    const [start, end] = from ? this.#window(from) : [REGULAR_OPEN, REGULAR_CLOSE - 1];
    return level === null || start === null || end === null ? null : { at: "level", side, level, start, end };
  }

  /** `'09:30'`, to the last regular minute, or `'09:30' .. '10:30'`. */
  #window(clause: Clause): readonly [Minute | null, Minute | null] {
    if (this.#hasParameter(clause, `the times themselves, as in from ${this.#time(REGULAR_OPEN)}`)) return [null, null];
    const [from = "", to, more] = clause.text.split(/ ?\.\. ?| to /);
    if (more !== undefined) this.#refuse(clause, "one time, or two");
    const start = this.#minute(clause, from);
    if (to !== undefined) return [start, this.#minute(clause, to)];
    return [start, start === null ? null : Math.max(start, REGULAR_CLOSE - 1)];
  }

  #formula(name: "above" | "below" | "when"): Node | null {
    const clause = this.#clauses.get(name);
    if (clause === undefined) return null;
    const [value, more] = clause.values;
    if (value && !more && !clause.isRange) return this.#read(value);
    this.#refuse(clause, name === "when" ? "a condition in parentheses" : "a price");
    return null;
  }

  #level(name: "target" | "stop" | "trail"): TradeLevel | null {
    const clause = this.#clauses.get(name);
    if (clause === undefined) return null;
    const distance = distanceOf(this.#reading, clause);
    if (distance !== null) {
      const most = distance.by === "percent" ? TRADE_BOUNDS.percent : TRADE_BOUNDS.atr;
      const fits =
        distance.by === "percent" ||
        (Number.isInteger(distance.length) && distance.length >= 1 && distance.length <= TRADE_BOUNDS.atrLength);
      // Whether a parameter's value fits is checked where it has one.
      const { value } = distance;
      if (fits && (typeof value !== "number" || (value > 0 && value <= most))) return distance;
      this.#refuse(clause, `a number above 0 and up to ${most}`);
      return null;
    }
    if (/ atr\b/.test(clause.text) && this.#hasParameter(clause, `the length itself, as in 2 atr(${TRADE_ATR_LENGTH})`))
      return null;
    const [value, more] = clause.values;
    const percent = value?.name === "Percentage" && !more ? child(value, "Number") : undefined;
    if (value && percent) {
      // A number here is percent: 0.05 for 5 % would be a hundredth of what is meant.
      this.#wrong = true;
      const right = numberText(readNumber(this.#reading.text(percent)));
      this.#reading.report("percent-sign", value, {}, [this.#reading.fix(right, value)]);
      return null;
    }
    if (value && !more && !clause.isRange) return { by: "price", price: this.#read(value) };
    this.#refuse(clause, "a number of percent, a number of average true ranges as in 2 atr(14), or a price");
    return null;
  }

  #until(): Trade["until"] | null {
    const clause = this.#clauses.get("until");
    if (clause === undefined)
      return this.#missing("end: until '15:59', until close, or until close 5 for five sessions on");
    const sessions = "a number of sessions, as in until close 5";
    const right =
      clause.text.startsWith("close") || clause.text.startsWith("the close")
        ? sessions
        : `the end itself, as in until ${this.#time(REGULAR_CLOSE - 1)}, or ${sessions}`;
    if (this.#hasParameter(clause, right)) return null;
    const [, end, days = "0"] = /^(.*?)(?: (\d+))?$/.exec(clause.text) ?? [];
    const day = Number(days);
    if (day > TRADE_BOUNDS.sessions) {
      this.#refuse(clause, `at most ${TRADE_BOUNDS.sessions} sessions`);
      return null;
    }
    if (/^(?:the )?close$/.test(end ?? "")) return { minute: "close", day };
    const minute = this.#minute(clause, end ?? "");
    return minute === null ? null : { minute, day };
  }
}

/** `20` is percent of the entry, `1.5 atr(14)` average true ranges; a parameter may stand for the number. Null for anything else. */
function distanceOf(reading: Reading, { values, text }: Clause): TradeDistance | null {
  const [first] = values;
  const parameter = first === undefined ? null : parameterAt(reading, first);
  if (values.length === 1 && first?.name === "Parameter" && parameter !== null)
    return { by: "percent", value: parameter };
  if (values.length === 1 && first?.name === "Number") return { by: "percent", value: readNumber(text.toUpperCase()) };
  const [, value, length] = /^(\d+(?:\.\d+)?|\$\S+) ?atr(?: ?\( ?(\d+) ?\))?$/.exec(text) ?? [];
  if (value === undefined) return null;
  const atrs = { by: "atr", length: length === undefined ? TRADE_ATR_LENGTH : Number(length) } as const;
  return { ...atrs, value: parameter ?? Number(value) };
}

/** The parameter with which an expression begins, at the setting that the checks give it. */
function parameterAt(reading: Reading, cst: Cst): TradeNumber | null {
  const [, name] = /^\$([\p{L}_][\p{L}\p{N}_]*)/u.exec(reading.text(cst)) ?? [];
  if (name === undefined) return null;
  return { from: cst.from, to: cst.from + 1 + name.length, kind: "number", value: NaN, parameter: name };
}
