/** The engine process. Started by `open-engine.ts` with the data folder as its argument; speaks to its parent by IPC. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { embeddedEngine } from "../engine-profile.ts";
import { MarketError } from "../market.ts";
import { DEFAULT_DATABASE, ensureSchema } from "../open-schema.ts";
import { addressFile, CLOSE_MESSAGE, folderName, type Address, type EngineMessage } from "./address.ts";
import { engineConfig, usersConfig } from "./config.ts";
import { Engine } from "./engine.ts";
import { readFailure } from "./failure.ts";
import { createHost } from "./host.ts";

const folder = process.argv[2];
if (folder === undefined || !process.send) throw new Error("The engine is started by openMarket");

/** Native threads may block an orderly exit, which nothing needs: acknowledged rows are on the disk. */
function quit(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Signals of a crash in the engine, whose own handlers wait five minutes before the process ends, and every statement with it. */
const CRASHES = ["SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV"] as const;

const sharers = new Set<ServerResponse>();
let isClosed = false;

function quitUnshared(): void {
  if (isClosed && sharers.size === 0) quit();
}

process.once("disconnect", () => {
  if (!isClosed) quit();
});
process.on("message", (message) => {
  if (message !== CLOSE_MESSAGE) return;
  isClosed = true;
  quitUnshared();
  void tell({ kind: "shared" });
});
if (!process.connected) quit();

function tell(message: EngineMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** Written under another name and renamed, so that readers never see half a file. */
async function write(path: string, text: string): Promise<void> {
  await writeFile(`${path}.${process.pid}`, text, { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
}

async function start(folder: string): Promise<Address> {
  const data = join(folder, "engine");
  const spool = join(folder, "spool");
  await mkdir(data, { recursive: true, mode: 0o700 });
  await write(join(data, "users.xml"), usersConfig());
  await write(join(data, "config.xml"), engineConfig(join(data, "users.xml")));
  // Takes chDB's lock of the folder or throws; the lock goes with this process, however it ends.
  const engine = new Engine(data, join(data, "config.xml"), spool);
  for (const signal of CRASHES) process.on(signal, quit);
  for (const left of await readdir(join(data, "tmp")).catch(() => [])) {
    await rm(join(data, "tmp", left), { recursive: true, force: true });
  }
  await rm(spool, { recursive: true, force: true });
  await mkdir(spool, { mode: 0o700 });
  await ensureSchema(
    async (sql) => {
      const statement = { sql, database: "default", params: new Map(), settings: new Map() };
      const outcome = await engine.run(statement, "control").outcome;
      if (!outcome.ok) throw new Error(outcome.failure.message);
      return Buffer.from(outcome.text).toString("utf8");
    },
    DEFAULT_DATABASE,
    embeddedEngine(folder),
    { dropLeftovers: true },
  );
  const secret = randomBytes(32).toString("hex");
  const host = createHost({
    engine,
    spool,
    secret,
    folder: await folderName(folder),
    sharers,
    onUnshared: quitUnshared,
    onFatal: quit,
  });
  await new Promise<void>((resolve, reject) => host.once("error", reject).listen(0, "127.0.0.1", resolve));
  const bound = host.address();
  if (bound === null || typeof bound === "string") throw new Error("The engine listens on no port");
  const address = { port: bound.port, pid: process.pid, secret };
  await write(addressFile(folder), JSON.stringify(address));
  return address;
}

try {
  await tell({ kind: "ready", address: await start(folder) });
  // Node keeps what it compiled when a process ends by itself, which this one does not.
  flushCompileCache();
} catch (error) {
  const { code, message } = error instanceof MarketError ? { code: null, message: error.message } : readFailure(error);
  await tell({ kind: "failed", code, message });
  quit();
}
