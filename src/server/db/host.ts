/**
 * Child process that keeps the PostgreSQL of one data folder: makes the cluster, starts it, starts it again when it dies,
 * and stops it when the program that started this one is gone. Arguments: the data folder.
 */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chown, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { claim, processIsAlive } from "./host-note.ts";
import { clusterFolder, postgresPrograms, socketFolder, SOCKET_PORT } from "./postgres-files.ts";
import { takeRestored } from "./restored-cluster.ts";
import { runnable, startAs } from "./reach.ts";
import { postgresUser } from "./system-user.ts";
import type { RunAs } from "./system-user.ts";

/** Message of the process that keeps PostgreSQL to the program that started it. */
export type HostMessage =
  | { readonly kind: "starting"; readonly socket: string }
  /** Another host keeps this cluster; share its socket. */
  | { readonly kind: "taken" }
  /** PostgreSQL does not start; the end of its log. */
  | { readonly kind: "failed"; readonly message: string };

const SETTINGS: Readonly<Record<string, string>> = {
  // Unix socket only: nobody on the network, and on this machine only who may enter the folder.
  listen_addresses: "",
  port: String(SOCKET_PORT),
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "64MB",
  // Compiling the plan never pays off for short statements.
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Values never reach the log.
  log_parameter_max_length_on_error: "0",
  log_min_error_statement: "panic",
  log_min_messages: "warning",
};
/** So many starts in a row that end within this time are a lasting fault. */
const MAX_SHORT_LIVES = 20;
const SHORT_LIFE_MS = 5_000;
const MAX_LOG_CHARS = 4_000;

const [data] = process.argv.slice(2);
if (data === undefined) throw new Error("Which data folder?");
const folder = clusterFolder(data);

let postgres: ChildProcess | null = null;
const halt = new AbortController();
let log = "";

function sendMessage(message: HostMessage): void {
  if (process.connected) process.send?.(message);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Makes a cluster under another name and renames it, so that an incomplete one is never used. */
async function makeCluster(initdb: string, user: RunAs): Promise<void> {
  if (await exists(join(folder, "PG_VERSION"))) return;
  const making = `${folder}.new`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true, mode: 0o700 });
  await chown(making, user.uid, user.gid);
  const flags = ["--username=scanbook", "--auth=trust", "--encoding=UTF8", "--locale-provider=builtin"];
  const locale = ["--builtin-locale=C.UTF-8", "--locale=C"];
  const started = await startAs(user, initdb, [`--pgdata=${making}`, ...flags, ...locale], [join(making, "base")]);
  const env = { PATH: process.env["PATH"], LC_ALL: "C" };
  await promisify(execFile)(started.program, [...started.args], { ...started.as, cwd: "/", env });
  await rename(making, folder);
}

/** Ends a postmaster whose host was killed: two hosts must not keep one cluster. */
async function endOrphan(): Promise<void> {
  const note = await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(note.split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  // Another program may have that number by now.
  if (!processIsAlive(pid, folder)) return;
  process.kill(pid, "SIGINT");
  while (processIsAlive(pid, folder)) await delay(50);
}

async function run(program: string, user: RunAs, sockets: string): Promise<void> {
  const options = Object.entries({ ...SETTINGS, unix_socket_directories: sockets });
  const args = ["-D", folder, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const started = await startAs(user, program, args, [join(folder, "base"), join(sockets, "socket")]);
  const child = spawn(started.program, started.args, {
    ...started.as,
    cwd: "/",
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  postgres = child;
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log = (log + text).slice(-MAX_LOG_CHARS)));
  await new Promise<void>((done, failed) => {
    child.once("error", failed);
    child.once("close", () => done());
  });
  postgres = null;
}

async function stop(): Promise<void> {
  halt.abort();
  // SIGINT is the fast shutdown: open transactions are rolled back, everything committed is kept.
  postgres?.kill("SIGINT");
}

async function main(source: string): Promise<void> {
  if (!(await claim(source))) {
    sendMessage({ kind: "taken" });
    return;
  }
  const programs = await postgresPrograms();
  const user = await postgresUser();
  // The same copy for both: initdb starts the postgres that lies beside it.
  const program = await runnable(programs.postgres, user);
  // The orphan of an earlier cluster must not keep running.
  await endOrphan();
  await takeRestored(source);
  await makeCluster(join(dirname(program), basename(programs.initdb)), user);
  const sockets = await socketFolder(source, user.uid);
  if (sockets !== folder) await chown(sockets, user.uid, user.gid);
  sendMessage({ kind: "starting", socket: sockets });
  let shortLives = 0;
  while (shortLives < MAX_SHORT_LIVES && !halt.signal.aborted) {
    const began = performance.now();
    await run(program, user, sockets);
    // One that lived long enough is started again, however often it is killed.
    shortLives = performance.now() - began < SHORT_LIFE_MS ? shortLives + 1 : 0;
    if (!halt.signal.aborted) await delay(100);
  }
  if (!halt.signal.aborted) sendMessage({ kind: "failed", message: log.trim() });
}

process.once("disconnect", () => void stop());
// Ctrl-C in the terminal is for the program; it disconnects when it is done.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => void stop());
try {
  await main(data);
} catch (error) {
  sendMessage({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
