import { afterAll, beforeAll, expect, test } from "vitest";
import { currentSnapshot } from "../../src/market/index.ts";
import { readRequest } from "../../src/request/index.ts";
import { newId } from "../../src/server/db/index.ts";
import { takePreview } from "../../src/server/runs/take-preview.ts";
import type { Taken } from "../../src/server/runs/take-preview.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { Random } from "../naive/random.ts";
import { request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));

let server: TestServer;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  // Previews are taken and ended by the test.
  server = await startTestServer({ queues: [] });
});
afterAll(() => server.end());

const AT_ONCE = 2;

// `tests/server/several-servers.test.ts` has an account that leaves room to another; only the soak has forty.
test.runIf(IN_SOAK)(
  "law: while forty people type, who waits is served before anybody else is served twice",
  async () => {
    const random = new Random(SEED);
    const { db, previews, market } = server;
    const snapshot = await currentSnapshot(market);
    const { request: read } = readRequest(request());
    if (read === null) throw new Error("the request is valid");
    const people = Array.from({ length: 40 }, () => newId());
    let running: Taken[] = [];
    /** Who waits and has none under way, with whom the worker has taken since. */
    const waiting = new Map<string, string[]>();
    const waits = async (account: string): Promise<boolean> => {
      const open = await db
        .selectFrom("preview")
        .select("status")
        .where("account_id", "=", account)
        .where("status", "in", ["Pending", "Running"])
        .execute();
      return open.length > 0 && open.every(({ status }) => status === "Pending");
    };
    const look = async (account: string): Promise<void> => {
      if (!(await waits(account))) waiting.delete(account);
      else if (!waiting.has(account)) waiting.set(account, []);
    };
    let most = 0;
    for (let step = 0; step < rounds(250, 4_000); step += 1) {
      if (random.chance(0.6)) {
        // Some type much more than others.
        const account = random.of(random.chance(0.5) ? people : people.slice(0, 4));
        // A newer one of the same page takes the older one's place, also where that runs.
        await previews.start(
          account,
          `page${random.whole(1, 2)}`,
          { ...read, end: `2025-12-${10 + (step % 20)}` },
          snapshot,
        );
        const open = await db.selectFrom("preview").select("id").where("status", "=", "Running").execute();
        running = running.filter(({ id }) => open.some((each) => each.id === id));
        await look(account);
      } else if (running.length > 0) {
        const ended = random.of(running);
        running = running.filter(({ id }) => id !== ended.id);
        await db.updateTable("preview").set({ status: "Finished" }).where("id", "=", ended.id).execute();
        await look(ended.account_id);
      }
      const taken = random.chance(0.7) ? await takePreview(db, AT_ONCE) : null;
      if (taken === null) continue;
      running.push(taken);
      expect(running.length).toBeLessThanOrEqual(AT_ONCE);
      waiting.delete(taken.account_id);
      for (const [account, served] of waiting) {
        expect(served, `SEED=${SEED} step ${step}: ${account} waits`).not.toContain(taken.account_id);
        served.push(taken.account_id);
        most = Math.max(most, served.length);
      }
    }
    // Some did wait for many others.
    expect(most).toBeGreaterThan(5);
  },
);
