import { run } from "../../src/cli/run.ts";
import type { ExitStatus } from "../../src/cli/command.ts";

export interface Said {
  readonly status: ExitStatus;
  readonly out: string;
  readonly err: string;
}

/** Runs one command line in this process, as `main.ts` does, and gives back what it said. */
export const commandLine = (...words: readonly string[]): Promise<Said> => commandLineIn({}, ...words);

/** The same in an environment. */
export async function commandLineIn(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Said> {
  const said = { out: "", err: "" };
  const status = await run(words, {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    terminal: false,
    env,
  });
  return { status, ...said };
}
