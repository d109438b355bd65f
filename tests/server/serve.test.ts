import { createServer as createTcpServer } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMarket } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { AlreadyRunsError, PortTakenError, serve } from "../../src/server/index.ts";
import type { Server } from "../../src/server/index.ts";
import { withTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";

let data: string;
let market: Market;
let database: TestDatabase;
beforeAll(async () => {
  database = await withTestDatabase();
  data = await mkdtemp(join(tmpdir(), "scanbook-serve-"));
  market = await openMarket({ folder: data });
});
afterAll(async () => {
  await market.close();
  await database.drop();
  await rm(data, { recursive: true, force: true });
});

const listen = (port = 0): Promise<Server> =>
  serve({ market, data, client: null, port, config: database.config, logger: pino({ level: "silent" }) });

test("listens on this machine only", async () => {
  const server = await listen();
  expect(server.app.server.address()).toMatchObject({ address: "127.0.0.1" });
  expect((await fetch(`${server.address}/health`)).status).toBe(200);
  await server.close();
  await expect(fetch(`${server.address}/health`)).rejects.toThrow("fetch failed");
});

test("a second server on the data folder is told where the first one is", async () => {
  const first = await listen();
  await expect(listen()).rejects.toThrow(new AlreadyRunsError(first.address));
  await first.close();
  const next = await listen();
  await next.close();
});

test("a note of a server that is gone keeps nobody out", async () => {
  await writeFile(join(data, "server.json"), JSON.stringify({ address: "http://localhost:1", pid: 1 }));
  const server = await listen();
  await server.close();
});

test("a taken port is told", async () => {
  const other = createTcpServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const address = other.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  await expect(listen(port)).rejects.toThrow(new PortTakenError(`Port ${port} is taken by another program.`));
  await new Promise((done) => other.close(done));
});
