import { pino } from "pino";
import type { Logger, SerializedError } from "pino";
import { MarketError } from "../market/index.ts";

/**
 * The properties of an error that are logged. Databases add values of rows to their errors, pools and drivers whole
 * clients with passwords and keys, so everything that is not listed is left out.
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

/** Removes the values from a message: the engine repeats the failed statement with its bound texts, or a value that it cannot read. */
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

/** The same logger, with errors logged without values. */
export const withRedactedErrors = (logger: Logger): Logger => logger.child({}, { serializers: { err: loggedError } });
