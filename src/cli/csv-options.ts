import type { CsvOptions } from "../market/index.ts";
import { UsageError } from "./command.ts";
import type { Call } from "./command.ts";
import { choiceOption, textOption } from "./options.ts";

/** `field=Header,field=Header` */
function columnsOption(call: Call): Readonly<Record<string, string>> | undefined {
  const text = textOption(call, "columns");
  if (text === undefined) return undefined;
  const pairs = text.split(",").map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1)
      throw new UsageError(`--columns takes field=Header,field=Header; ${JSON.stringify(pair)} is no such pair.`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs);
}

/** How CSV files are read, of the options of a command. */
export function csvOptions(call: Call): CsvOptions {
  const kind = choiceOption(call, "kind", ["daily", "minute"]);
  const columns = columnsOption(call);
  const timezone = textOption(call, "timezone");
  const symbol = textOption(call, "symbol");
  return {
    adjusted: call.options["adjusted"] === true,
    ...(kind === undefined ? {} : { kind }),
    ...(columns === undefined ? {} : { columns }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(symbol === undefined ? {} : { symbol }),
  };
}
