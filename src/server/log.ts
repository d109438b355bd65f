import { pino } from "pino";
import type { Logger, SerializedError } from "pino";
import { MarketError } from "../market/index.ts";

/** What a database adds to its error and names values of rows. */
const WITH_VALUES = ["detail", "where", "parameters", "internalQuery", "query"];

/** The engine repeats the statement that failed with the texts that were bound to it, and a value that it cannot read. */
const withoutValues = (text: string): string =>
  text.replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, "'…'").replaceAll(/\b(here: |value )[^\n]+/g, "$1…");

const isOfTheEngine = (error: unknown): boolean =>
  error instanceof MarketError || (error instanceof Error && isOfTheEngine(error.cause));

/** An error as the log tells it: what and where, without values of formulas and rows. */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const whole: SerializedError = pino.stdSerializers.err(error);
  const plain = Object.fromEntries(Object.entries(whole).filter(([name]) => !WITH_VALUES.includes(name)));
  if (!isOfTheEngine(error)) return plain;
  return { ...plain, message: withoutValues(whole.message), stack: withoutValues(whole.stack) };
}

/** The same log, in which errors keep the values to themselves. */
export const discreet = (logger: Logger): Logger => logger.child({}, { serializers: { err: told } });
