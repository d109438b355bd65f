import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { ROUTES, StatusAnswer } from "../../src/contract/index.ts";
import { makeDemo, openMarket } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { createServer } from "../../src/server/index.ts";
import type { Server } from "../../src/server/index.ts";

export interface TestServer extends Omit<Server, "address"> {
  readonly market: Market;
  readonly data: string;
  /** The same data folder and market behind a new server, as after a restart. */
  restart(): Promise<Omit<Server, "address">>;
  end(): Promise<void>;
}

const silent = pino({ level: "silent" });

/** A server on a small demo market of its own, called by `inject`. */
export async function startTestServer(): Promise<TestServer> {
  const data = await mkdtemp(join(tmpdir(), "scanbook-server-"));
  const market = await openMarket({ folder: data });
  await makeDemo(market, { symbols: 30, years: 1, minuteDays: 2 });
  const start = (): Promise<Omit<Server, "address">> => createServer({ market, data, client: null, logger: silent });
  const server = await start();
  return {
    ...server,
    market,
    data,
    restart: start,
    async end() {
      await server.close();
      await market.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Headers of a page of our own. */
export const HERE = { host: "localhost:3000", "sec-fetch-site": "same-origin" };

export const request = (changes: object = {}): object => ({
  name: "Up days",
  Date_Range: { start_date: "2025-10-01", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "up", formula: "[daily close adj] > [daily open adj]" }] },
  columns: {
    Custom: [
      { name: "Close", formula: "[daily close adj]" },
      { name: "Change", formula: "([daily close adj] / [daily close -1 adj] - 1) * 100" },
    ],
  },
  ...changes,
});

export async function post(app: FastifyInstance, url: string, payload: object) {
  return app.inject({ method: "POST", url, headers: HERE, payload });
}

export async function get(app: FastifyInstance, url: string) {
  return app.inject({ method: "GET", url, headers: HERE });
}

/** Waits for the end of a run by the door that tests share with the command line, then asks as a page would. */
export async function ended({ app, runs }: Pick<Server, "app" | "runs">, id: string): Promise<StatusAnswer> {
  await runs.get(id)?.over.promise;
  const answer = await get(app, ROUTES.status.path.replace(":id", id));
  return StatusAnswer.parse(answer.json());
}
