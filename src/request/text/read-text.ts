import type { SyntaxNode, Tree } from "@lezer/common";
import { nearest, replace } from "../../formula/index.ts";
import type { Fix, NotationName, Span } from "../../formula/index.ts";
import { cleanName } from "../names.ts";
import { textFinding } from "./finding.ts";
import type { TextFinding } from "./finding.ts";
import { formulaAt } from "./formula-lines.ts";
import { parser } from "./parser.ts";
import { commentsOf, readAbout, readDates, readName, readNotation, readOptions } from "./read-head.ts";
import type { Rest } from "./read-head.ts";
import type { EntryStatement, HeadStatement, Label, RequestText, Statement } from "./request-text.ts";
import { OFF, STATEMENTS } from "./statements.ts";
import type { StatementKind } from "./statements.ts";

/** Line breaks as line feeds, without a byte order mark. */
export const plainText = (given: string): string => given.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");

/** Reads a request's text. Never throws, whatever the text, and takes time in proportion to its length. */
export function readText(given: string): RequestText {
  const text = plainText(given);
  return readTree(text, parser.parse(text));
}

/** Reads a text of which the syntax tree is known. */
export function readTree(text: string, tree: Tree): RequestText {
  const reader = new TextReader(text);
  for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) reader.read(node);
  return reader.result();
}

class TextReader {
  readonly #text: string;
  readonly #statements: Statement[] = [];
  readonly #findings: TextFinding[] = [];
  readonly #seen = new Set<StatementKind>();
  #notation: NotationName | null = null;
  readonly #report = (found: TextFinding): void => void this.#findings.push(found);

  constructor(text: string) {
    this.#text = text;
  }

  result(): RequestText {
    return {
      text: this.#text,
      notation: this.#notation ?? "code",
      statements: this.#statements,
      findings: this.#findings.toSorted((a, b) => a.from - b.from),
    };
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
    if (line < from && (word === OFF || STATEMENTS.some(({ keyword }) => keyword === word)))
      fixes.push(replace("Move it to the first column", { from: line, to: from }, ""));
    else fixes.push(replace("Make it a filter", { from: line, to: from }, "filter "));
    this.#statements.push({ kind: "unknown", from, to, comments: [[], [], []] });
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
    if (read === null) this.#report(textFinding("formula-missing", { from: node.to, to: node.to }));
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
    this.#statements.push(statement);
    this.#seen.add(kind);
  }

  /** A name in braces, or a text in quotation marks; null where there is none, or nothing in it. */
  #label(node: SyntaxNode | null | undefined): Label | null {
    if (!node) return null;
    const inside = this.#textOf({ from: node.from + 1, to: node.to - 1 });
    const value = cleanName(node.name === "LabelText" ? inside.replaceAll('""', '"') : inside);
    return value === "" ? null : { value, from: node.from, to: node.to };
  }

  #unknown(node: SyntaxNode): void {
    this.#statements.push({ kind: "unknown", from: node.from, to: node.to, comments: [[], [], []] });
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
    const place = found ?? { from: node.to, to: node.to };
    const rest: Rest = { from: place.from, to: place.to, text: this.#textOf(place) };
    const own = [...node.getChildren("Comment"), ...node.getChildren("OpenComment")].map(this.#textOf);
    const base = { from: node.from, to: node.to, comments: [[], [], [...own, ...commentsOf(rest)]] as const };
    const statement = this.#headOf(node.name, base, rest);
    if (this.#seen.has(statement.kind)) {
      const line = { from: node.from, to: Math.min(node.to + 1, this.#text.length) };
      const fixes = [replace("Remove this line", line, "")];
      this.#report(textFinding("statement-twice", node, { word: statement.kind, fixes }));
    } else if (statement.kind === "notation") {
      this.#notation = statement.notation;
      if (this.#seen.has("filter") || this.#seen.has("column")) this.#report(textFinding("notation-late", node));
    }
    this.#statements.push(statement);
    this.#seen.add(statement.kind);
  }

  #headOf(name: string, base: Pick<Statement, "from" | "to" | "comments">, rest: Rest): HeadStatement {
    switch (name) {
      case "Name":
        return { kind: "request", ...base, name: readName(rest, this.#report) };
      case "About":
        return { kind: "about", ...base, description: readAbout(rest, this.#report) };
      case "Dates":
        return { kind: "dates", ...base, days: readDates(rest, this.#report) };
      case "Options":
        return { kind: "options", ...base, ...readOptions(rest, this.#report) };
      case "Notation":
        return { kind: "notation", ...base, notation: readNotation(rest, this.#report) };
      default:
        throw new RangeError(`${name} is no statement about the whole request`);
    }
  }
}
