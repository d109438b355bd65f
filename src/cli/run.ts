import { extname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { MarketError } from "../market/index.ts";
import { UsageError } from "./command.ts";
import type { Command, ExitStatus, Output } from "./command.ts";
import { COMMANDS, overview, page } from "./commands.ts";
import { missingParts } from "./platform.ts";
import { printableLines } from "./printable.ts";

/** Beside the sources; a package is installed where nobody looks for data, so that of one is where it is started. */
const DATA = resolve(
  extname(import.meta.filename) === ".ts" ? resolve(import.meta.dirname, "../..") : ".",
  ".scanbook",
);

/** The command whose name the words begin with; the longest name wins. */
function find(words: readonly string[]): Command | undefined {
  const starts = (command: Command): boolean => command.name.split(" ").every((word, index) => words[index] === word);
  return COMMANDS.filter(starts).sort((a, b) => b.name.length - a.name.length)[0];
}

/** `--data DIR` may also stand before the command. */
function commandFirst(words: readonly string[]): readonly string[] {
  const [first = "", second] = words;
  if (first === "--data" && second !== undefined) return [...commandFirst(words.slice(2)), first, second];
  return first.startsWith("--data=") ? [...commandFirst(words.slice(1)), first] : words;
}

/**
 * Runs one command line; only what is printable reaches the output. What a user can cause becomes a message and a
 * status; anything else is thrown on.
 */
export async function run(line: readonly string[], given: Output): Promise<ExitStatus> {
  const output: Output = {
    ...given,
    out: (text) => given.out(printableLines(text)),
    err: (text) => given.err(printableLines(text)),
  };
  const words = commandFirst(line);
  const command = find(words);
  if (command === undefined) return noCommand(words, output);
  const rest = words.slice(command.name.split(" ").length);
  try {
    const { values, positionals } = parseArgs({
      args: rest.map(hidden),
      options: { ...command.options, data: { type: "string" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values["help"] === true) {
      output.out(page(command));
      return 0;
    }
    if (positionals.length !== command.arguments.length) {
      throw new UsageError(
        positionals.length < command.arguments.length
          ? `${command.arguments[positionals.length] ?? ""} is missing.`
          : `Too many arguments: ${positionals.slice(command.arguments.length).join(" ")}`,
      );
    }
    const folder = values["data"];
    const data = resolve(typeof folder === "string" ? folder : (output.env["SCANBOOK_DATA"] ?? DATA));
    const missing = missingParts(command.needs ?? [], output.env);
    if (missing.length > 0) {
      output.err(`${missing.join("\n")}\n`);
      return 1;
    }
    const body = await command.load();
    return await body({
      ...output,
      overwrite: given.err,
      options: asOptions(values),
      arguments: positionals.map(shown),
      data,
    });
  } catch (error) {
    if (error instanceof UsageError || isParseArgsError(error)) {
      output.err(`${error.message}\n\n${page(command)}`);
      return 2;
    }
    // Recognised by its name: most commands never load the server.
    if (error instanceof MarketError || (error instanceof Error && error.name === "StartError")) {
      output.err(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

/** A formula that begins with a minus, as `-[daily close]`, is no option: behind a blank it is read as it stands. */
const hidden = (word: string): string => (/^-[[({$\d]/.test(word) ? ` ${word}` : word);
const shown = (word: string): string => (word.startsWith(" -") ? word.slice(1) : word);

function noCommand(words: readonly string[], output: Output): ExitStatus {
  const [first] = words;
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    (first === undefined ? output.err : output.out)(overview());
    return first === undefined ? 2 : 0;
  }
  output.err(`There is no command ${words.slice(0, 2).join(" ")}.\n\n${overview()}`);
  return 2;
}

/** No option of the table may be given several times, so none is a list. */
function asOptions(values: Readonly<Record<string, unknown>>): Readonly<Record<string, string | boolean>> {
  const options: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") options[name] = shown(value);
    else if (typeof value === "boolean") options[name] = value;
  }
  return options;
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
