import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { lstat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { StartError } from "../start-error.ts";
import { hostOf } from "./host-note.ts";
import type { HostMessage } from "./host.ts";
import { clusterFolder, SOCKET_PORT, socketFolder } from "./postgres-files.ts";

const HOST = fileURLToPath(new URL(`./host${extname(import.meta.url)}`, import.meta.url));
/** Making a cluster, or recovering one after a crash, included. */
const START_TIMEOUT_MS = 60_000;

export interface EmbeddedPostgres {
  /** How `pg` reaches it. */
  readonly address: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  /** Stops it where this process started it, and waits until it has stopped. */
  close(): Promise<void>;
}

/** The PostgreSQL of a data folder: the one already running there, or a child of this process that is kept running. */
export async function openEmbedded(dataFolder: string): Promise<EmbeddedPostgres> {
  const data = resolve(dataFolder);
  const deadline = Date.now() + START_TIMEOUT_MS;
  let child: ChildProcess | null = null;
  let closed = false;
  let failure: string | null = null;

  const temporary = process.env["TMPDIR"];

  const keep = (): void => {
    const host = fork(HOST, [data], {
      // On Ctrl-C in the terminal the program stops this process itself.
      detached: true,
      execArgv: [],
      // Both processes look in the temporary folder for the socket of a data folder with a long path.
      env: { PATH: process.env["PATH"], ...(temporary === undefined ? {} : { TMPDIR: temporary }) },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child = host;
    host.on("message", (message: HostMessage) => {
      if (message.kind === "failed") failure = message.message;
    });
    host.once("exit", () => {
      if (child === host) child = null;
    });
    host.unref();
    host.channel?.unref();
  };

  // A host that was killed is replaced; its PostgreSQL, if it lives on, is taken over.
  const watch = setInterval(() => {
    if (closed || child !== null || failure !== null) return;
    void hostOf(data).then((other) => {
      if (other === null && !closed && child === null) keep();
    });
  }, 500);
  watch.unref();

  if ((await hostOf(data)) === null) keep();
  for (;;) {
    const address = await addressOf(data);
    if (address !== null && (await answers(address))) {
      return {
        address,
        async close() {
          closed = true;
          clearInterval(watch);
          const host = child;
          if (host === null) return;
          const exited = new Promise((done) => host.once("exit", done));
          host.ref();
          if (host.connected) host.disconnect();
          await exited;
        },
      };
    }
    if (failure !== null || Date.now() > deadline) {
      closed = true;
      clearInterval(watch);
      throw new StartError(`The account database did not start on ${data}: ${failure ?? "it does not answer"}`);
    }
    await delay(50);
  }
}

async function addressOf(data: string): Promise<EmbeddedPostgres["address"] | null> {
  try {
    const { uid } = await lstat(clusterFolder(data));
    const host = await socketFolder(data, uid);
    return { host, port: SOCKET_PORT, user: "scanbook", database: "postgres" };
  } catch {
    // Not made yet.
    return null;
  }
}

async function answers(address: EmbeddedPostgres["address"]): Promise<boolean> {
  const client = new Client({ ...address, connectionTimeoutMillis: 5_000 });
  // The rejection below reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
