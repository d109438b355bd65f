import { fork, type ChildProcess } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { Socket } from "node:net";
import { extname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  CLOSE_MESSAGE,
  FOLDER_HEADER,
  folderName,
  PING_ANSWER,
  readAddress,
  SHARE_PATH,
  type Address,
  type EngineMessage,
} from "./engine/address.ts";
import { bareText } from "./engine/failure.ts";
import { ENGINE_THREADS } from "./engine/lanes.ts";
import type { EndpointSource } from "./client.ts";
import type { Endpoint } from "./client-endpoint.ts";
import { MarketError } from "./market.ts";

const MAIN = fileURLToPath(new URL(`./engine/main${extname(import.meta.url)}`, import.meta.url));
/** How long another process may take to start its engine, or to end it, before its folder counts as locked. */
const SHARED_ENGINE_WAIT_MS = 30_000;
const PING_TIMEOUT_MS = 5_000;
const MAX_STDERR_CHARS = 4_000;

/** The engine of a data folder: the one already running there, or a child of this process. */
export function openEngine(dataFolder: string, waitMs = SHARED_ENGINE_WAIT_MS): EndpointSource {
  const folder = resolve(dataFolder);
  let current: Promise<Endpoint> | null = null;
  let child: ChildProcess | null = null;
  /** Ends the hold on an engine that another process started. */
  let letGo = (): void => undefined;
  let closed = false;

  const acquire = async (): Promise<Endpoint> => {
    await makeFolder(folder);
    const deadline = Date.now() + waitMs;
    for (;;) {
      const shared = await readAddress(folder);
      if (shared && (await answersFor(folder, shared))) {
        const hold = await shareOf(shared);
        if (hold !== null) {
          letGo();
          letGo = hold;
          if (closed) hold();
          return endpointOf(shared);
        }
      }
      const started = await startEngine(folder);
      if (started.kind === "ready") {
        const endpoint = endpointOf(started.address);
        child = started.child;
        child.once("exit", () => lost(endpoint));
        return endpoint;
      }
      if (started.kind === "failed") throw startError(folder, started);
      if (Date.now() > deadline) {
        throw new MarketError(
          "locked",
          `Another process uses the data folder ${folder} and does not answer. End it, or use another folder.`,
        );
      }
      // Another process is starting its engine on this folder, or is ending.
      await delay(100);
    }
  };

  const lost = (endpoint: Endpoint) => {
    const suspect = current;
    void suspect?.then((now) => {
      if (now === endpoint && current === suspect) current = null;
    });
  };

  return {
    folder,
    lost,
    endpoint() {
      if (closed) return Promise.reject(new MarketError("engine", "The market is closed"));
      if (current === null) {
        const attempt = acquire();
        current = attempt;
        attempt.catch(() => {
          if (current === attempt) current = null;
        });
      }
      return current;
    },
    async close() {
      closed = true;
      await current?.catch(() => undefined);
      letGo();
      const engine = child;
      if (!engine || engine.exitCode !== null || engine.signalCode !== null) return;
      // It ends, unless others share it.
      const ended = new Promise((done) => engine.once("exit", done).once("message", done));
      engine.ref();
      engine.channel?.ref();
      if (engine.connected) engine.send(CLOSE_MESSAGE, () => undefined);
      await ended;
      if (engine.connected) engine.disconnect();
      engine.unref();
    },
  };
}

/** Only the user can repair an unusable folder, so the error says which and why. */
async function makeFolder(folder: string): Promise<void> {
  // chDB would read the paths in such a folder as patterns, match no file and silently insert no rows.
  if (/[*?{}]/.test(folder)) throw folderError(folder, "its path may not contain * ? { or }");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const probe = join(folder, `.probe-${process.pid}`);
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    throw folderError(folder, error instanceof Error ? error.message : String(error));
  }
}

function folderError(folder: string, reason: string): MarketError {
  return /ENOSPC|No space left/.test(reason)
    ? new MarketError("disk-full", `There is no space left for the data folder ${folder}. Free some, then start again.`)
    : new MarketError(
        "engine",
        `The data folder ${folder} cannot be used: ${reason}. Choose a folder that can be written.`,
      );
}

function startError(
  folder: string,
  { code, message }: { readonly code: number | null; readonly message: string },
): MarketError {
  if (/ENOSPC|No space left|EACCES|EROFS|Permission denied|Read-only file system/.test(message)) {
    return folderError(folder, message);
  }
  return new MarketError("engine", `The market engine did not start on ${folder}: ${bareText(message)}`, code);
}

function endpointOf(address: Address): Endpoint {
  return { url: `http://127.0.0.1:${address.port}`, secret: address.secret };
}

/** Whether the engine at the address works on this folder: a copied folder holds the address of the original's engine. */
async function answersFor(folder: string, address: Address): Promise<boolean> {
  try {
    process.kill(address.pid, 0);
    const response = await fetch(`http://127.0.0.1:${address.port}/ping`, {
      headers: { authorization: `Bearer ${address.secret}` },
      signal: AbortSignal.timeout(PING_TIMEOUT_MS),
    });
    const named = decodeURIComponent(response.headers.get(FOLDER_HEADER) ?? "");
    return response.ok && (await response.text()) === PING_ANSWER && named === (await folderName(folder));
  } catch {
    // The process is dead, or the port now belongs to another.
    return false;
  }
}

/** Keeps an engine running that another process started, until what is given back is called or this process ends; null where it is gone. */
function shareOf({ port, secret }: Address): Promise<(() => void) | null> {
  return new Promise((settle) => {
    const held = request({
      host: "127.0.0.1",
      port,
      path: SHARE_PATH,
      agent: false,
      headers: { authorization: `Bearer ${secret}` },
    });
    held.once("error", () => settle(null));
    held.once("response", (response) => {
      // It may be gone at any moment, which statements notice.
      held.on("error", () => undefined);
      response.on("error", () => undefined).resume();
      response.socket.unref();
      settle(response.statusCode === 200 ? () => void held.destroy() : null);
    });
    held.end();
  });
}

type Started =
  | { readonly kind: "ready"; readonly address: Address; readonly child: ChildProcess }
  | { readonly kind: "locked" | "failed"; readonly code: number | null; readonly message: string };

/** What the engine gets of the program's environment: no address and no key of anything else. */
export const engineEnvironment = (from: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: from["PATH"],
  TZ: "UTC",
  UV_THREADPOOL_SIZE: String(ENGINE_THREADS),
  // Where the programs of a run share what they compile: the reading of sources is half of a start.
  NODE_COMPILE_CACHE: from["NODE_COMPILE_CACHE"],
  // Settings of the allocator in the engine's library, as its makers have them read.
  JE_MALLOC_CONF: from["JE_MALLOC_CONF"],
});

function startEngine(folder: string): Promise<Started> {
  return new Promise((settle, reject) => {
    // A process group of its own, so that Ctrl-C in the terminal ends the program and not the engine before it.
    const child = fork(MAIN, [folder], {
      detached: true,
      execArgv: [],
      env: engineEnvironment(process.env),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let stderr = "";
    let failed: EngineMessage | null = null;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-MAX_STDERR_CHARS)));
    child.once("error", reject);
    child.once("message", (message: EngineMessage) => {
      if (message.kind === "ready") {
        release(child);
        settle({ kind: "ready", address: message.address, child });
      } else failed = message;
    });
    // Only now is stderr complete, the only place where chDB reports that the folder is locked.
    child.once("close", (code, signal) => {
      const locked = /Cannot lock file/.test(stderr);
      const message = failed?.kind === "failed" ? failed.message : `The engine ended at its start (${signal ?? code})`;
      settle({
        kind: locked ? "locked" : "failed",
        code: failed?.kind === "failed" ? failed.code : null,
        message: stderr.trim() === "" ? message : `${message}\n${stderr.trim()}`,
      });
    });
  });
}

/** Lets the program end although the engine runs. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
}
