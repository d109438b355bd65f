import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { until } from "./until.ts";

const MAIN = resolve(import.meta.dirname, "../../src/cli/main.ts");
/** A call that takes longer is as good as none. */
const CALL_PATIENCE_MS = 40_000;

export interface OwnProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit status; null after a signal. */
  readonly ended: Promise<number | null>;
  /** How its demo account signs in. */
  readonly email: string;
  readonly password: string;
  /** Everything it has said. */
  said(): string;
}

interface ProcessOptions {
  /** `start` or `serve` on the port, or `work`. */
  readonly command?: "start" | "serve" | "work";
  readonly options?: readonly string[];
  readonly stderr?: "pipe" | number;
}

/** `start`, or a part of it, in a process of its own; resolves when it says that it is ready. */
export async function startProcess(
  data: string,
  port: number,
  made?: (child: ChildProcess) => void,
  env: Readonly<Record<string, string>> = {},
  { command = "start", options = [], stderr = "pipe" }: ProcessOptions = {},
): Promise<OwnProcess> {
  let out = "";
  const words = command === "work" ? [command] : [command, "--port", String(port)];
  const child = spawn(process.execPath, [MAIN, ...words, "--data", data, ...options], {
    // With everything of its own, the account database included.
    env: { ...process.env, SCANBOOK_DEV: "1", NODE_OPTIONS: "", DATABASE_URL: "", ...env },
    stdio: ["ignore", "pipe", stderr],
  });
  made?.(child);
  const ended = new Promise<number | null>((done) => child.once("close", done));
  child.stdout?.on("data", (text) => (out += String(text)));
  child.stderr?.on("data", (text) => (out += String(text)));
  await until(
    () => out,
    (text) => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It did not start: ${text}`);
      return text.includes("Ctrl-C");
    },
  );
  const [, email = "", password = ""] = /Sign-in\s+([^\s,]+) +(\S+)/.exec(out) ?? [];
  return { child, ended, email, password, said: () => out };
}

export type Send = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
) => Promise<{
  readonly status: number;
  // As JSON.parse gives it.
  readonly body: ReturnType<typeof JSON.parse>;
}>;

/** Calls by HTTP, with a token where there is one; rejects where no answer comes. */
export function caller(port: number, token?: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_PATIENCE_MS),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
}

/** Calls as the demo account. */
export async function signIn(port: number, { email, password }: Pick<OwnProcess, "email" | "password">): Promise<Send> {
  const { body } = await caller(port)("POST", "/v1/auth/jwt", { email, password });
  if (typeof body.token !== "string") throw new Error(JSON.stringify(body));
  return caller(port, body.token);
}
