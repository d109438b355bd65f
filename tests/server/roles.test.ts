import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeDemo } from "../../src/market/index.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { rounds } from "../cases.ts";
import { LONG } from "./long-request.ts";
import { freePort } from "../free-port.ts";
import { caller, startProcess } from "./own-process.ts";
import type { Send } from "./own-process.ts";
import { sharedAddresses } from "./shared-addresses.ts";
import type { SharedAddresses } from "./shared-addresses.ts";
import { makeAccount } from "./test-server.ts";
import { CALL_MS, until } from "./until.ts";

/** A round takes a minute: four processes start, and a worker is given up after ten seconds. */
const ROUNDS = Number(process.env["ROUNDS"] ?? rounds(0, 6));

let shared: SharedAddresses;
let env: Readonly<Record<string, string>>;
const children: ChildProcess[] = [];
beforeAll(async () => {
  if (ROUNDS === 0) return;
  shared = await sharedAddresses();
  await makeDemo(shared.market, { symbols: 150, years: 3, minuteDays: 2 });
  env = { ...shared.env, SECRETS_KEYS: randomBytes(32).toString("base64") };
});
afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill("SIGKILL");
});
afterAll(async () => {
  if (ROUNDS > 0) await shared.end();
});

async function begin(name: string, command: "serve" | "work") {
  const port = await freePort();
  const made = (child: ChildProcess): void => void children.push(child);
  const started = await startProcess(join(shared.folder, name), port, made, env, { command });
  return { ...started, port };
}

const leftOf = async (id: string): Promise<readonly string[]> => {
  const found = await shared.market.query<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE position(name, {id:String}) > 0 UNION ALL SELECT name FROM system.databases WHERE position(name, {id:String}) > 0 ORDER BY name",
    params: { id },
  });
  return found.map(({ name }) => name);
};

test.skipIf(ROUNDS === 0)(
  `two servers and a worker that is killed: another ends its preview and its scan, and no call meets a server that does not know them (${ROUNDS} times, in the soak)`,
  async () => {
    const servers = [await begin("a", "serve"), await begin("b", "serve")];
    const account = await makeAccount(shared.db);
    const { token } = await openSession(shared.db, { account, browser: false, address: "127.0.0.1", agent: null });
    let calls = 0;
    const send: Send = (...call) => caller(servers[calls++ % 2]?.port ?? 0, token.text)(...call);
    const status = async (id: string) => {
      const { status: code, body } = await send("GET", `/v1/data-requests/${id}/status`);
      expect(code, JSON.stringify(body)).toBe(200);
      return body;
    };
    const isRunning = (id: string) =>
      until(
        () => status(id),
        (found) => found.status === "Running",
        CALL_MS / 3,
      );
    const isOver = (id: string) =>
      until(
        () => status(id),
        (found) => found.status !== "Running" && found.status !== "Pending",
        CALL_MS,
      );
    for (let round = 0; round < ROUNDS; round += 1) {
      const worker = await begin(`${round}x`, "work");
      const preview = (await send("POST", "/v1/data-requests/preview?page=a", LONG)).body.id;
      const scan = (await send("POST", "/v1/data-requests", LONG)).body.id;
      await Promise.all([isRunning(preview), isRunning(scan)]);
      worker.child.kill("SIGKILL");
      const next = await begin(`${round}y`, "work");
      for (const id of [preview, scan]) expect(await isOver(id)).toMatchObject({ status: "Finished", error: null });
      for (const id of [preview, scan]) {
        const rows = await send("GET", `/v1/data-requests/${id}/rows`);
        expect(rows.status).toBe(200);
        expect(await send("GET", `/v1/data-requests/${id}/rows`)).toEqual(rows);
      }
      expect(await leftOf(preview)).toEqual([`result_${preview}_2`]);
      next.child.kill("SIGTERM");
      expect(await next.ended).toBe(0);
    }
    for (const { child, ended } of servers) {
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
  },
  180_000 + ROUNDS * 120_000,
);
