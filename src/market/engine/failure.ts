import { randomBytes } from "node:crypto";

/** An exception of the engine on its way to the client: its number and its text in the wording of a server. */
export interface Failure {
  readonly code: number;
  readonly message: string;
}

const CODE = /Code: (\d+)\. DB::Exception: /;

/** Numbers and names of ClickHouse's ErrorCodes for what the host itself refuses. */
const CODES = {
  SYNTAX_ERROR: 62,
  NOT_ENOUGH_SPACE: 243,
  QUERY_WAS_CANCELLED: 394,
  ACCESS_DENIED: 497,
  AUTHENTICATION_FAILED: 516,
  UNKNOWN_EXCEPTION: 1002,
} as const;

/** A failure of the host in the engine's wording. */
export function failure(name: keyof typeof CODES, text: string): Failure {
  return { code: CODES[name], message: `Code: ${CODES[name]}. DB::Exception: ${text}. (${name})` };
}

/** Repetitions of the head inside a message: the client would show only what follows the last of them. */
const INNER_HEADS = /(?:Code: \d+\. )?DB::Exception: /g;
const INNER_TAILS = / ?\([A-Z0-9_]{3,}\)(?=[\s\S]*\([A-Z0-9_]{3,}\)\s*$)/g;
const NOISE = / ?\(version [\d.]+\)\.?|: \(in file\/uri [^)]*\)|: data for INSERT was parsed from file\.?/g;

/** chDB and Node give text only; the number is the one in it. */
export function readFailure(error: unknown): Failure {
  if (error instanceof SyntaxError) return failure("SYNTAX_ERROR", error.message);
  const text = error instanceof Error ? error.message : String(error);
  const code = CODE.exec(text)?.[1];
  if (code === undefined) return failure(/\bENOSPC\b/.test(text) ? "NOT_ENOUGH_SPACE" : "UNKNOWN_EXCEPTION", text);
  const start = text.indexOf(`Code: ${code}. DB::Exception: `);
  const head = `Code: ${code}. DB::Exception: `;
  const rest = start < 0 ? text : text.slice(start + head.length);
  const message = rest.replaceAll(NOISE, "").replaceAll(INNER_HEADS, "").replaceAll(INNER_TAILS, "");
  return { code: Number(code), message: head + message.trim() };
}

/** The text of a failure without the wording of a server around it. */
export function bareText(message: string): string {
  return message.replace(CODE, "").replace(/\.?\s*\([A-Z0-9_]{3,}\)\s*$/, "");
}

/** Whether the engine has shut itself down: every later statement would fail too (LOGICAL_ERROR, then ABORTED). */
export function isFatal({ code, message }: Failure): boolean {
  return code === 236 && /shutting down|fatal/i.test(message);
}

/** Tag announced in X-ClickHouse-Exception-Tag, so that rows cannot be mistaken for an exception. */
export function exceptionTag(): string {
  return randomBytes(8).toString("hex");
}

/** What follows the rows already sent when a statement fails midway (ClickHouse 25.11 and later). */
export function exceptionBlock(failure: Failure, tag: string): string {
  const message = `${failure.message}\n`;
  const length = Buffer.byteLength(message);
  return `\r\n__exception__\r\n${tag}\r\n${message}${length} ${tag}\r\n__exception__\r\n`;
}
