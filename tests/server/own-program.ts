import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { freePort } from "../free-port.ts";
import { until } from "./until.ts";

const MAIN = resolve(import.meta.dirname, "../../src/cli/main.ts");

export interface OwnProgram {
  readonly child: ChildProcess;
  /** Resolves with the exit status; null after a signal. */
  readonly ended: Promise<number | null>;
  /** What it said under a name as it was ready. */
  said(name: string): string | undefined;
  /** Everything it has said. */
  all(): string;
}

/** A server, with jobs (`start`) or without, or a worker, in a process of its own; resolves when it says that it is ready. */
export async function startProgram(
  role: "start" | "serve" | "work",
  data: string,
  env: Readonly<Record<string, string>>,
  made: (child: ChildProcess) => void = () => undefined,
  { main = MAIN, options = [] }: { readonly main?: string; readonly options?: readonly string[] } = {},
): Promise<OwnProgram> {
  let out = "";
  const port = role !== "work" ? ["--port", String(await freePort())] : [];
  const child = spawn(process.execPath, [main, role, ...port, "--data", data, ...options], {
    env: { ...process.env, SCANBOOK_DEV: "1", NODE_OPTIONS: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  made(child);
  const ended = new Promise<number | null>((done) => child.once("close", done));
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (out += String(text)));
  await until(
    () => out,
    (text) => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It did not start: ${text}`);
      return text.includes("Ctrl-C");
    },
  );
  return { child, ended, said: (name) => new RegExp(`^ +${name} +(\\S+)`, "m").exec(out)?.[1], all: () => out };
}
