import { pino } from "pino";
import type { Logger, SerializedError } from "pino";
import { MarketError } from "../market/index.ts";

/**
 * What the log takes over of an error: which kind, what, and where. Databases add values of rows to theirs, pools and drivers
 * whole clients with passwords and keys, so that whatever is not listed stays out.
 */
const LOGGED_PROPERTIES = [
  "type",
  "message",
  "stack",
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "engineCode",
  "status",
  "statusCode",
  "errno",
  "syscall",
  "address",
  "port",
  "path",
];

/** The engine repeats the statement that failed with the texts that were bound to it, and a value that it cannot read. */
const withoutValues = (text: string): string =>
  text.replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, "'…'").replaceAll(/\b(here: |value )[^\n]+/g, "$1…");

const isOfTheEngine = (error: unknown): boolean =>
  error instanceof MarketError || (error instanceof Error && isOfTheEngine(error.cause));

/** An error as it is logged: what and where, without values of formulas and rows, and without secrets of connections. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const whole: SerializedError = pino.stdSerializers.err(error);
  const plain = Object.fromEntries(Object.entries(whole).filter(([name]) => LOGGED_PROPERTIES.includes(name)));
  const parts = error instanceof AggregateError ? { errors: error.errors.map(loggedError) } : {};
  if (!isOfTheEngine(error)) return { ...plain, ...parts };
  return { ...plain, ...parts, message: withoutValues(whole.message), stack: withoutValues(whole.stack) };
}

/** The same log, in which errors keep the values to themselves. */
export const discreet = (logger: Logger): Logger => logger.child({}, { serializers: { err: loggedError } });
