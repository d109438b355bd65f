/** The engine process. Started by `open-engine.ts` with the data folder as its argument; speaks to its parent by IPC. */
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile, rename } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DEFAULT_DATABASE, ensureSchema } from "../open-schema.ts";
import { addressFile, type Address, type EngineMessage } from "./address.ts";
import { Engine } from "./engine.ts";
import { readFailure } from "./failure.ts";
import { createHost } from "./host.ts";

const CANNOT_OPEN_FILE = 76;

const folder = process.argv[2];
if (folder === undefined || !process.send) throw new Error("The engine is started by openMarket");

function tell(message: EngineMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** Native threads may hold an orderly exit up; nothing here needs one: tables survive a kill. */
function quit(): void {
  process.kill(process.pid, "SIGKILL");
}

async function start(folder: string): Promise<void> {
  const spool = join(folder, "spool");
  await mkdir(join(folder, "engine"), { recursive: true, mode: 0o700 });
  const engine = new Engine(join(folder, "engine"), spool);
  // From here on the folder is ours alone.
  await rm(spool, { recursive: true, force: true });
  await mkdir(spool, { mode: 0o700 });
  const run = async (sql: string) => {
    const outcome = await engine.run({ sql, database: "default", params: new Map(), settings: new Map() }, "control")
      .outcome;
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return Buffer.from(outcome.text).toString("utf8");
  };
  await ensureSchema(run, DEFAULT_DATABASE, { dropLeftovers: true });

  const secret = randomBytes(32).toString("hex");
  const host = createHost({ engine, spool, secret });
  await new Promise<void>((resolve, reject) => host.once("error", reject).listen(0, "127.0.0.1", resolve));
  const address: Address = { port: (host.address() as AddressInfo).port, pid: process.pid, secret };
  const path = addressFile(folder);
  await writeFile(`${path}.new`, JSON.stringify(address), { mode: 0o600 });
  await rename(`${path}.new`, path);
  await tell({ kind: "ready", address });
}

process.once("disconnect", quit);
try {
  await start(folder);
} catch (error) {
  const failure = readFailure(error);
  await tell({
    kind: failure.code === CANNOT_OPEN_FILE ? "locked" : "failed",
    code: failure.code,
    message: failure.message,
  });
  quit();
}
