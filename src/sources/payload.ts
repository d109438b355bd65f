import type { z } from "zod";
import { MalformedPage } from "./connector.ts";
import type { SourcePage } from "./connector.ts";

const MAX_SHOWN = 120;

const shown = (text: string): string => JSON.stringify(text.slice(0, MAX_SHOWN));

/** The text of an answer. Throws MalformedPage where it is not UTF-8. */
export function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new MalformedPage("the answer is no text in UTF-8");
  }
}

/** An answer in JSON of the shape given. Throws MalformedPage with the first place that differs. */
export function jsonOf<T>(body: Uint8Array, shape: z.ZodType<T>): T {
  const text = textOf(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedPage(`the answer is no JSON: ${shown(text)}`);
  }
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const at = issue?.path.join(".") ?? "";
  throw new MalformedPage(`${at === "" ? "the answer" : at}: ${issue?.message ?? "not as documented"}: ${shown(text)}`);
}

/**
 * The records of a text of separated columns by the headers that are wanted, in the order asked for. Throws MalformedPage
 * without one of them, or with a line of fewer columns.
 */
export function recordsOf(text: string, separator: string, headers: readonly string[]): string[][] {
  const [head = "", ...lines] = text.split(/\r?\n/).filter((line) => line !== "");
  const names = head.split(separator).map((name) => name.trim().toLowerCase());
  const places = headers.map((header) => names.indexOf(header.toLowerCase()));
  const missing = headers.filter((_, index) => places[index] === -1);
  if (missing.length > 0) throw new MalformedPage(`no column ${missing.join(", ")}: ${shown(head)}`);
  return lines.map((line, index) => {
    const cells = line.split(separator);
    if (cells.length < names.length) throw new MalformedPage(`line ${index + 2} is cut off: ${shown(line)}`);
    return places.map((place) => cells[place] ?? "");
  });
}

/** The page that continues another one, at a path; numbered from 2 on. Throws MalformedPage where that is the same. */
export function pageAfter(page: SourcePage, path: string): SourcePage {
  if (path === page.path) throw new MalformedPage("the page continues with itself");
  const [, first = page.name, number = "1"] = /^(.*) \(page (\d+)\)$/.exec(page.name) ?? [];
  return { ...page, name: `${first} (page ${Number(number) + 1})`, path };
}
