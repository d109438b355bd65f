import type { ParseArgsOptionsConfig } from "node:util";

/** 0 done, 1 the request or the data is wrong, 2 wrong usage. */
export type ExitStatus = 0 | 1 | 2;

/** Where a command writes: results to `out`, everything for people to `err`. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether `err` is a terminal, so that a line may be written over. */
  readonly terminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Call extends Output {
  /** As `err`, with the control characters of a line that is written over. */
  readonly overwrite: (text: string) => void;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly arguments: readonly string[];
  /** The data folder. */
  readonly data: string;
}

/** A part that a command works with, embedded or at an address. */
export type CommandNeed = "market" | "accounts";

/** A command as data; help, reading of options and the reference derive from it. */
export interface Command {
  readonly name: string;
  /** Positional arguments as help shows them. */
  readonly arguments: readonly string[];
  readonly needs?: readonly CommandNeed[];
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** Help of each option: value and meaning. */
  readonly help: Readonly<Record<string, readonly [value: string, meaning: string]>>;
  readonly load: () => Promise<(call: Call) => Promise<ExitStatus>>;
}

/** Wrong usage: printed with the command's help, exit status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
