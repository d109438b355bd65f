import { readFile } from "node:fs/promises";
import { OwnFileError, readTable } from "../own-data/index.ts";
import { brokenPins, readPins } from "../scan/index.ts";
import type { BrokenPin, PinnedValue } from "../scan/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { printable } from "./printable.ts";
import { count } from "./progress.ts";
import { withMarket } from "./with-market.ts";

/** `market pins`: a line for each pinned value that the market does not give; status 1 where there is one. */
export async function marketPins(call: Call): Promise<ExitStatus> {
  const [path = ""] = call.arguments;
  const pins = await pinsOfFile(call, path);
  if (pins === null) return 1;
  const broken = await withMarket(call, (market) => interruptible((signal) => brokenPins(market, pins, signal)));
  const line = call.options["json"] === true ? jsonOf : lineOf;
  for (const pin of broken) call.out(`${printable(line(pin))}\n`);
  call.err(
    `${count(pins.length)} pinned values, ${broken.length === 0 ? "all hold" : `${count(broken.length)} do not hold`}\n`,
  );
  return broken.length === 0 ? 0 : 1;
}

/** Null where the file cannot be read, with every mistake printed. */
async function pinsOfFile(call: Call, path: string): Promise<readonly PinnedValue[] | null> {
  const say = (place: string, message: string): void => call.err(`${printable(`${path}${place}: ${message}`)}\n`);
  try {
    const { pins, mistakes } = readPins(await readTable(Uint8Array.from(await readFile(path))));
    for (const { row, field, message } of mistakes) say(`:${row}${field === null ? "" : ` ${field}`}`, message);
    return mistakes.length === 0 ? pins : null;
  } catch (error) {
    if (error instanceof OwnFileError)
      for (const { row, message } of error.mistakes) say(row === null ? "" : `:${row}`, message);
    else if (error instanceof Error && "code" in error) say("", error.message);
    else throw error;
    return null;
  }
}

const expectedText = ({ expected }: BrokenPin): string => (expected === "" ? "null" : expected);

const lineOf = (pin: BrokenPin): string =>
  `${pin.symbol.padEnd(8)} ${pin.date}  ${pin.formula}  is ${pin.seen}; pinned ${expectedText(pin)} (row ${pin.row})`;

const jsonOf = ({ symbol, date, formula, row, seen, expected }: BrokenPin): string =>
  JSON.stringify({ symbol, date, kind: "pinned-value", seen, expected, formula, row });
