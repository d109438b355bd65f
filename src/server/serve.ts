import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Logger } from "pino";
import type { Market } from "../market/index.ts";
import { readRequest } from "../request/index.ts";
import type { ScanRequest } from "../request/index.ts";
import { AlreadyRunsError, forgetServer, noteServer, runningServer } from "./running.ts";
import { createApp } from "./app.ts";
import { RunFiles } from "./requests/files.ts";
import { Runs } from "./requests/runs.ts";
import { folderStore } from "./requests/store.ts";

export interface ServeOptions {
  readonly market: Market;
  /** Data folder: `runs` and `files` are kept in it. */
  readonly data: string;
  /** Folder of the built client; null serves the API alone. */
  readonly client: string | null;
  readonly port: number;
  readonly logger?: Logger;
}

export interface Server {
  readonly app: FastifyInstance;
  readonly address: string;
  readonly runs: Runs;
  readonly files: RunFiles;
  /** Lets requests finish, stops scans (they run again at the next start) and drops previews; the market stays open. */
  close(): Promise<void>;
}

/** The port is taken by another program. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";
}

/** A request that was acknowledged fits the data it was made for; its bounds are not judged again. */
const read = (source: unknown): ScanRequest | null => readRequest(source, { earliest: null }).request;

/** Everything the server consists of, not yet listening. */
export async function createServer(options: Omit<ServeOptions, "port">): Promise<Omit<Server, "address">> {
  const { market, data, client } = options;
  const logger = options.logger ?? pino({ level: process.env["LOG_LEVEL"] ?? "warn" }, pino.destination(2));
  const runs = new Runs({ market, store: folderStore(join(data, "runs")), read, logger });
  const files = new RunFiles(join(data, "files"), market);
  const app = await createApp({ market, runs, files, client, logger });
  await runs.resume();
  return {
    app,
    runs,
    files,
    async close() {
      await app.close();
      await runs.close();
    },
  };
}

/** Listens on this machine only. Rejects with PortTakenError or AlreadyRunsError. */
export async function serve(options: ServeOptions): Promise<Server> {
  const other = await runningServer(options.data);
  if (other !== null) throw new AlreadyRunsError(other);
  const server = await createServer(options);
  try {
    await server.app.listen({ host: "127.0.0.1", port: options.port });
  } catch (error) {
    await server.close();
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new PortTakenError(`Port ${options.port} is taken by another program.`);
    }
    throw error;
  }
  const bound = server.app.server.address();
  const port = bound !== null && typeof bound === "object" ? bound.port : options.port;
  const address = `http://localhost:${port}`;
  await noteServer(options.data, address);
  return {
    ...server,
    address,
    async close() {
      await server.close();
      await forgetServer(options.data);
    },
  };
}
