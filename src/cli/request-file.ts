import { open } from "node:fs/promises";
import { readRequest } from "../request/index.ts";
import type { RequestDiagnostic, ScanRequest } from "../request/index.ts";
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

/** The request of a file; null where it is wrong, with every mistake printed. */
export async function requestOfFile(call: Call, path: string): Promise<ScanRequest | null> {
  let json: unknown;
  try {
    json = JSON.parse(await textOf(path));
  } catch (error) {
    call.err(`${printable(`${path}: ${error instanceof Error ? error.message : String(error)}`)}\n`);
    return null;
  }
  const { request, diagnostics } = readRequest(json, { earliest: null, latest: exchangeToday() });
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
