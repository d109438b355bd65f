import { open } from "node:fs/promises";
import { checkText, lineAndColumn, readSent, readText, textAlone } from "../request/index.ts";
import type { RequestDiagnostic, ScanRequest, TextFinding } from "../request/index.ts";
import { exchangeToday } from "../vocabulary/index.ts";
import type { Call } from "./command.ts";
import { printable } from "./printable.ts";

/** Three times the longest valid request: the most formulas and filters, each of the longest length. */
const MAX_REQUEST_BYTES = 16 << 20;

/** `error filters.Custom[0].formula 3..7 type: …` */
export function diagnosticLine({ severity, path, code, from, to, message }: RequestDiagnostic): string {
  const range = from === undefined || to === undefined ? "" : ` ${from}..${to}`;
  const where = `${path === "" ? "request" : path}${range}${code === undefined ? "" : ` ${code}`}`;
  return `${printable(`${severity} ${where}: ${message}`)}\n`;
}

/** `error gap.scan:7:12 unknown-field: …`: line and column count from 1, as editors show them. */
export function findingLine(path: string, text: string, { severity, code, from, message }: TextFinding): string {
  const { line, column } = lineAndColumn(text, from);
  const place = `${line}:${column}`;
  return `${printable(`${severity} ${path}:${place} ${code}: ${message}`)}\n`;
}

/** What stands in a file: a request as JSON, or as a text. */
export type RequestFile =
  | { readonly kind: "json"; readonly json: unknown }
  | { readonly kind: "text"; readonly text: string };

/** Reads a request's file. JSON is what is called .json or begins with a brace; null where it cannot be read, with the reason printed. */
export async function readRequestFile(call: Call, path: string): Promise<RequestFile | null> {
  try {
    const text = await textOf(path);
    const isJson = path.endsWith(".json") || (!path.endsWith(".scan") && text.trimStart().startsWith("{"));
    if (!isJson) return { kind: "text", text };
    const json: unknown = JSON.parse(text);
    const alone = textAlone(json);
    return alone === null ? { kind: "json", json } : { kind: "text", text: alone };
  } catch (error) {
    call.err(`${printable(`${path}: ${error instanceof Error ? error.message : String(error)}`)}\n`);
    return null;
  }
}

/** How far back and ahead the requests of files may look. Lists and numbers belong to an account, and a file has none. */
export const fileBounds = () => ({ earliest: null, latest: exchangeToday(), own: { lists: [], numbers: [] } });

/** The request of a file; null where it is wrong, with every mistake printed. */
export async function requestOfFile(call: Call, path: string): Promise<ScanRequest | null> {
  const file = await readRequestFile(call, path);
  if (file === null) return null;
  if (file.kind === "text") {
    const read = readText(file.text);
    const { request, findings } = checkText(read, fileBounds());
    for (const found of findings) call.err(findingLine(path, read.text, found));
    return request;
  }
  const { request, diagnostics } = readSent(file.json, fileBounds());
  for (const diagnostic of diagnostics) call.err(diagnosticLine(diagnostic));
  return request;
}

/** The text of a file or pipe, within MAX_REQUEST_BYTES. */
async function textOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (bytes > MAX_REQUEST_BYTES)
        throw new RangeError(`no request is longer than ${MAX_REQUEST_BYTES >> 20} MB; this is another file`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    await file.close();
  }
}
