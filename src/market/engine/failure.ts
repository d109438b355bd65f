import { randomBytes } from "node:crypto";

/** An exception of the engine on its way to the client: its number and its text in the wording of a server. */
export interface Failure {
  readonly code: number;
  readonly message: string;
}

export const QUERY_WAS_CANCELLED = 394;

const CODE = /Code: (\d+)\./;

/** chDB gives text only: the number is the one in it, 1000 (POCO_EXCEPTION's neighbour, "unknown") where there is none. */
export function readFailure(error: unknown): Failure {
  const text = error instanceof Error ? error.message : String(error);
  const code = CODE.exec(text)?.[1];
  return code === undefined
    ? { code: 1002, message: `Code: 1002. DB::Exception: ${text} (UNKNOWN_EXCEPTION)` }
    : { code: Number(code), message: text };
}

export function cancelled(reason: string): Failure {
  return {
    code: QUERY_WAS_CANCELLED,
    message: `Code: ${QUERY_WAS_CANCELLED}. DB::Exception: ${reason} (QUERY_WAS_CANCELLED)`,
  };
}

/** Tag announced in X-ClickHouse-Exception-Tag, so that a body cannot pretend to be an exception. */
export function exceptionTag(): string {
  return randomBytes(8).toString("hex");
}

/** What follows the rows already sent when a statement fails midway (ClickHouse 25.11 and later). */
export function exceptionBlock(failure: Failure, tag: string): string {
  const message = `${failure.message}\n`;
  const length = Buffer.byteLength(message);
  return `\r\n__exception__\r\n${tag}\r\n${message}${length} ${tag}\r\n__exception__\r\n`;
}
