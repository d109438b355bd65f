import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import {
  AlreadyRunsError,
  demoSignIn,
  makeDemoAccount,
  PortTakenError,
  readConfig,
  serve,
} from "../../src/server/index.ts";
import type { Server } from "../../src/server/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { openTestMarket } from "../market/open-market.ts";
import { sharedServices } from "../shared-services.ts";
import { withTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";

let data: string;
let market: Market;
let database: TestDatabase;
beforeAll(async () => {
  database = await withTestDatabase(readConfig({}), await sharedServices());
  data = await mkdtemp(join(tmpdir(), "scanbook-serve-"));
  market = await openTestMarket();
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

// `tests/server/kill.test.ts` starts a server on the note of one that was killed.
test.runIf(IN_SOAK)("a note of a server that is gone keeps nobody out", async () => {
  await writeFile(join(data, "server.json"), JSON.stringify({ address: "http://localhost:1", pid: 1 }));
  const server = await listen();
  await server.close();
});

// Only the soak has a stranger at the address of a server that is gone.
test.runIf(IN_SOAK)("nor does whoever answers at its address by now", async () => {
  const stranger = createHttpServer((_, reply) => reply.end('{"status":"ok"}'));
  await new Promise<void>((done) => stranger.listen(0, "127.0.0.1", done));
  const at = stranger.address();
  const port = at !== null && typeof at === "object" ? at.port : 0;
  await writeFile(join(data, "server.json"), JSON.stringify({ address: `http://localhost:${port}`, pid: process.pid }));
  const server = await listen();
  await server.close();
  await new Promise((done) => stranger.close(done));
});

test("two that start at once on an empty database make one demo account, and the file is of the one that made it", async () => {
  const server = await listen();
  const folders = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), "scanbook-demo-"))));
  const made = await Promise.all(folders.map((folder) => makeDemoAccount(server.db, folder)));
  const signIns = await Promise.all(folders.map(demoSignIn));
  expect(made.filter((account) => account !== null)).toHaveLength(1);
  expect(signIns).toEqual(made.map((account) => account && { email: account.email, password: account.password }));
  await server.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

// Only the soak waits until a slow caller is sent away.
test.runIf(IN_SOAK)("a body that trickles in is ended soon after the time it has", async () => {
  const server = await listen();
  const http = server.app.server;
  expect([http.requestTimeout, http.headersTimeout]).toEqual([30_000, 30_000]);
  http.requestTimeout = 1_000;
  http.headersTimeout = 1_000;
  for (const sent of [
    "POST /parse HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
    "GET /health HTTP/1.1\r\nhost: localhost\r\nx-slow: ",
  ]) {
    const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
    socket.write(sent);
    // Nobody who trickles gets far: node itself looks twice a minute only.
    let trickled = 0;
    const trickle = setInterval(() => {
      trickled += 1;
      socket.write(" ");
    }, 250);
    const [answer] = await once(socket, "data");
    clearInterval(trickle);
    expect(String(answer)).toContain("408");
    expect(trickled).toBeLessThan(60);
    socket.destroy();
  }
  expect((await fetch(`${server.address}/health`)).status).toBe(200);
  await server.close();
});

// Half a minute: nothing shorter shows that it is not three times that.
test.skipIf(rounds(0, 1) === 0)(
  "a body that trickles in is ended after 30 seconds (in the soak)",
  async () => {
    const server = await listen();
    const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
    socket.write(
      "POST /parse HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
    );
    const began = performance.now();
    const trickle = setInterval(() => socket.write(" "), 500);
    const [answer] = await once(socket, "data");
    clearInterval(trickle);
    expect(String(answer)).toContain("408");
    expect((performance.now() - began) / 1000).toBeLessThan(35);
    socket.destroy();
    await server.close();
  },
  120_000,
);

test("a taken port is told", async () => {
  const other = createTcpServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const address = other.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  await expect(listen(port)).rejects.toThrow(new PortTakenError(`Port ${port} is taken by another program.`));
  await new Promise((done) => other.close(done));
});
