import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAddress } from "../../src/market/engine/address.ts";
import type { Market } from "../../src/market/index.ts";
import { openTestMarket } from "./open-market.ts";

let market: Market;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

/** How often the threads of that name have waited. */
function waits(pid: number, name: string): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
    if (!status.startsWith(`Name:\t${name}`)) continue;
    sum += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]);
  }
  return sum;
}

test.runIf(process.platform === "linux")("tables wake an engine for no streaming queries", async () => {
  const { pid } = (await readAddress(market.folder ?? "")) ?? expect.unreachable();
  const before = waits(pid, "BgStrmSchPool");
  await pause(2_000);
  // 50 and more by default, for as many tables.
  expect(waits(pid, "BgStrmSchPool") - before).toBeLessThan(20);
});
