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

test.runIf(process.platform === "linux")("an idle engine is not woken for streaming queries", async () => {
  const { pid } = (await readAddress(market.folder ?? "")) ?? expect.unreachable();
  const before = waits(pid, "BgStrmSchPool");
  // There are such threads, and they have begun to wait.
  expect(before).toBeGreaterThan(0);
  await pause(1_000);
  // 45 and more by default.
  expect(waits(pid, "BgStrmSchPool") - before).toBeLessThan(20);
});
