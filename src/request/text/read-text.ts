import type { SyntaxNode, Tree } from "@lezer/common";
import { nearest, parameterKey, replace } from "../../formula/index.ts";
import type { Fix, NotationName, Span } from "../../formula/index.ts";
import { cleanName } from "../names.ts";
import { textFinding } from "./finding.ts";
import type { TextFinding } from "./finding.ts";
import { formulaAt } from "./formula-lines.ts";
import { parser } from "./parser.ts";
import {
  commentsOf,
  readAbout,
  readDates,
  readHold,
  readName,
  readNotation,
  readOptions,
  readOutcome,
  readParameter,
} from "./read-head.ts";
import type { AfterKeyword } from "./read-head.ts";
import { movedFinding, movedStatement } from "./moved.ts";
import { isEntry } from "./request-text.ts";
import type { EntryStatement, HeadStatement, Label, RequestText, Statement } from "./request-text.ts";
import { OFF_KEYWORD, STATEMENTS } from "./statements.ts";

/** Line breaks as line feeds, without a byte order mark. */
export const plainText = (given: string): string => given.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");

let last: RequestText | null = null;

/**
 * Reads a request's text. Never throws, whatever the text, and takes time in proportion to its length; less where it is
 * nearly the text that was read before it.
 */
export function readText(given: string): RequestText {
  if (last?.text !== given) last = readAgain(given, last);
  return last;
}

/**
 * Reads a text that was another a moment ago: what stands in it as it did is not read again, so a key costs what the
 * statement costs that it is typed into.
 */
export function readAgain(given: string, before: RequestText | null): RequestText {
  const text = plainText(given);
  const known = before === null ? [] : (piecesOf.get(before) ?? []);
  const byText = new Map(known.map((piece) => [piece.text, piece]));
  const pieces = splitAtStatements(text).map((from, index, starts): PlacedPiece => {
    const own = text.slice(from, starts[index + 1]);
    const same = known[index];
    if (same?.from === from && same.text === own) return same;
    const piece = byText.get(own)?.piece ?? readPiece(own);
    return { text: own, from, piece, statements: piece.statements.map((one) => movedStatement(one, from)) };
  });
  const findings = pieces.flatMap(({ piece, from }) => piece.findings.map((found) => movedFinding(found, from)));
  const read = wholeText(
    text,
    pieces.flatMap(({ statements }) => statements),
    findings,
  );
  piecesOf.set(read, pieces);
  return read;
}

/** A text of which the syntax tree is known, read in one go. */
export function readTree(text: string, tree: Tree): RequestText {
  const reader = new TextReader(text);
  for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) reader.read(node);
  return wholeText(text, reader.statements, reader.findings);
}

/** A statement or a comment before one, read by itself: whatever stands before it ends where it begins. */
interface Piece {
  readonly statements: readonly Statement[];
  readonly findings: readonly TextFinding[];
}

interface PlacedPiece {
  readonly text: string;
  readonly from: number;
  /** At offsets from its beginning. */
  readonly piece: Piece;
  /** At offsets into the text. */
  readonly statements: readonly Statement[];
}

/** How a text was read, for the next one. */
const piecesOf = new WeakMap<RequestText, readonly PlacedPiece[]>();

/** Where lines begin with a letter or a comment. */
function splitAtStatements(text: string): readonly number[] {
  const starts = [0];
  for (const { 0: line, index } of text.matchAll(/(?:^|\n)(?=[a-z]|\/\*)/gi))
    if (index + line.length > 0) starts.push(index + line.length);
  return starts;
}

function readPiece(text: string): Piece {
  const reader = new TextReader(text);
  for (let node = parser.parse(text).topNode.firstChild; node !== null; node = node.nextSibling) reader.read(node);
  return reader;
}

const lineOf = (text: string, { from, to }: Span): Span => ({ from, to: Math.min(to + 1, text.length) });

/** What can be said of statements only together: of what there is one, and what the formulas are written in. */
function wholeText(text: string, statements: readonly Statement[], found: readonly TextFinding[]): RequestText {
  const findings = [...found];
  const seen = new Set<Statement["kind"]>();
  const parameters = new Set<string>();
  let notation: NotationName | null = null;
  for (const statement of statements) {
    if (statement.kind === "unknown") continue;
    if (statement.kind === "parameter") {
      const { parameter } = statement;
      const key = parameterKey(parameter?.name ?? "");
      if (parameter !== null && parameters.has(key)) {
        const fixes = [replace("Remove this line", lineOf(text, statement), "")];
        findings.push(textFinding("parameter-twice", parameter.named, { word: `$${parameter.name}`, fixes }));
      }
      parameters.add(key);
    } else if (!isEntry(statement) && seen.has(statement.kind)) {
      const fixes = [replace("Remove this line", lineOf(text, statement), "")];
      findings.push(textFinding("statement-twice", statement, { word: statement.kind, fixes }));
    } else if (statement.kind === "notation") {
      notation = statement.notation;
      if (seen.has("filter") || seen.has("column")) findings.push(textFinding("notation-late", statement));
    }
    seen.add(statement.kind);
  }
  return { text, notation: notation ?? "code", statements, findings: findings.toSorted((a, b) => a.from - b.from) };
}

class TextReader {
  readonly #text: string;
  readonly statements: Statement[] = [];
  readonly findings: TextFinding[] = [];
  readonly #report = (found: TextFinding): void => void this.findings.push(found);

  constructor(text: string) {
    this.#text = text;
  }

  read(node: SyntaxNode): void {
    if (node.name === "Stray") this.#stray(node);
    else if (node.name === "Statement" && node.firstChild !== null) this.#statement(node.firstChild);
    for (const comment of node.name === "OpenComment" ? [node] : node.getChildren("OpenComment"))
      this.#openComment(comment);
  }

  #textOf = ({ from, to }: Span): string => this.#text.slice(from, to);

  #openComment({ from, to }: Span): void {
    const end = from + this.#textOf({ from, to }).trimEnd().length;
    this.#report(
      textFinding(
        "comment-open",
        { from, to: from + 2 },
        { fixes: [replace("Close it", { from: end, to: end }, " */")] },
      ),
    );
  }

  #stray({ from, to }: Span): void {
    const fixes: Fix[] = [];
    const line = this.#text.lastIndexOf("\n", from - 1) + 1;
    const word = /^[a-z]+/i.exec(this.#textOf({ from, to }))?.[0].toLowerCase();
    if (line < from && (word === OFF_KEYWORD || STATEMENTS.some(({ keyword }) => keyword === word)))
      fixes.push(replace("Move it to the first column", { from: line, to: from }, ""));
    else fixes.push(replace("Make it a filter", { from: line, to: from }, "filter "));
    this.statements.push({ kind: "unknown", from, to, comments: [[], [], []] });
    this.#report(textFinding("statement-place", { from, to }, { fixes }));
  }

  #statement(node: SyntaxNode): void {
    for (const comment of node.getChildren("OpenComment")) this.#openComment(comment);
    if (node.name === "Filter" || node.name === "Column")
      this.#entry(node, node.name === "Filter" ? "filter" : "column");
    else if (node.name === "Unknown") this.#unknown(node);
    else this.#head(node);
  }

  #entry(node: SyntaxNode, kind: "filter" | "column"): void {
    const label = node.getChild("Label");
    const formula = node.getChild("Formula");
    const read = formula === null ? null : formulaAt(this.#textOf(formula), formula.from);
    // A statement that was only begun is no mistake.
    if (read === null && label !== null) this.#report(textFinding("formula-missing", { from: node.to, to: node.to }));
    for (const found of read?.brokenTexts ?? []) this.#report(textFinding("text-line-break", found));
    const comments = [...node.getChildren("Comment"), ...node.getChildren("OpenComment")];
    const inLabel = label === null ? [] : [...label.getChildren("Comment"), ...label.getChildren("OpenComment")];
    const before = comments.filter(({ from }) => label !== null && from < label.from);
    const statement: EntryStatement = {
      kind,
      from: node.from,
      to: node.to,
      off: node.getChild("Off") !== null,
      name: this.#label(label?.getChild("LabelName")),
      second: this.#label(label?.getChild("LabelText")),
      formula: read,
      comments: [
        before.map(this.#textOf),
        inLabel.map(this.#textOf),
        comments.filter((one) => !before.includes(one)).map(this.#textOf),
      ],
    };
    this.statements.push(statement);
  }

  /** A name in braces, or a text in quotation marks; null where there is none, or nothing in it. */
  #label(node: SyntaxNode | null | undefined): Label | null {
    if (!node) return null;
    const inside = this.#textOf({ from: node.from + 1, to: node.to - 1 });
    const value = cleanName(node.name === "LabelText" ? inside.replaceAll('""', '"') : inside);
    return value === "" ? null : { value, from: node.from, to: node.to };
  }

  #unknown(node: SyntaxNode): void {
    this.statements.push({ kind: "unknown", from: node.from, to: node.to, comments: [[], [], []] });
    const keyword = node.firstChild;
    if (keyword === null || keyword.name === "Off") {
      this.#report(textFinding("statement-off", node));
      return;
    }
    const word = this.#textOf(keyword);
    const meant = nearest(
      word,
      STATEMENTS.map((known) => known.keyword),
    );
    const fixes =
      meant === null
        ? [replace("Make it a filter", { from: node.from, to: node.from }, "filter ")]
        : [replace(`Write ${meant}`, keyword, meant)];
    this.#report(textFinding("statement-unknown", keyword, { word, fixes }));
  }

  #head(node: SyntaxNode): void {
    const found = node.getChild("Rest");
    const first = node.getChild("OutWord") ?? found;
    const place = { from: first?.from ?? node.to, to: (found ?? first ?? node).to };
    const rest: AfterKeyword = { ...place, text: this.#textOf(place) };
    const own = [...node.getChildren("Comment"), ...node.getChildren("OpenComment")].map(this.#textOf);
    if (node.name === "Outcome") {
      const { column, comments } = readOutcome(rest, this.#report);
      const { from, to } = node;
      this.statements.push({ kind: "outcome", from, to, comments: [[], [], [...own, ...comments]], column });
      return;
    }
    const base = { from: node.from, to: node.to, comments: [[], [], [...own, ...commentsOf(rest)]] as const };
    this.statements.push(this.#headOf(node.name, base, rest));
  }

  #headOf(name: string, base: Pick<Statement, "from" | "to" | "comments">, rest: AfterKeyword): HeadStatement {
    switch (name) {
      case "Name":
        return { kind: "request", ...base, name: readName(rest, this.#report) };
      case "About":
        return { kind: "about", ...base, description: readAbout(rest, this.#report) };
      case "Dates":
        return { kind: "dates", ...base, days: readDates(rest, this.#report) };
      case "Options":
        return { kind: "options", ...base, ...readOptions(rest, this.#report) };
      case "Parameter":
        return { kind: "parameter", ...base, parameter: readParameter(rest, this.#report) };
      case "Hold":
        return { kind: "hold", ...base, part: readHold(rest, this.#report) };
      case "Notation":
        return { kind: "notation", ...base, notation: readNotation(rest, this.#report) };
      default:
        throw new RangeError(`${name} is no statement about the whole request`);
    }
  }
}
