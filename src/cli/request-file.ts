import { readFile } from "node:fs/promises";
import { readRequest } from "../request/index.ts";
import type { RequestDiagnostic, ScanRequest } from "../request/index.ts";
import { exchangeToday } from "../vocabulary/index.ts";
import type { Call } from "./command.ts";

/** `error filters.Custom[0].formula 3..7 type: …` */
export function diagnosticLine({ severity, path, code, from, to, message }: RequestDiagnostic): string {
  const range = from === undefined || to === undefined ? "" : ` ${from}..${to}`;
  return `${severity} ${path === "" ? "request" : path}${range}${code === undefined ? "" : ` ${code}`}: ${message}\n`;
}

/** The request of a file; null where it is wrong, every mistake told already. */
export async function requestOfFile(call: Call, path: string): Promise<ScanRequest | null> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    call.err(`${path}: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
  const { request, diagnostics } = readRequest(json, { earliest: null, latest: exchangeToday() });
  for (const diagnostic of diagnostics) call.err(diagnosticLine(diagnostic));
  return request;
}
