import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeKept, keptForAccount } from "../../src/client/state/session/kept.ts";
import { completionUses, countUse } from "../../src/client/state/slices/completion-uses.ts";
import { DAY_MS } from "../../src/vocabulary/index.ts";

const NOW = Date.UTC(2026, 0, 30);
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string): string | null => stored.get(key) ?? null,
  setItem: (key: string, text: string): void => void stored.set(key, text),
  removeItem: (key: string): void => void stored.delete(key),
};

beforeAll(() => {
  // Its keys are what `Object.keys` of a browser's storage gives.
  vi.stubGlobal(
    "localStorage",
    new Proxy(storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});
beforeEach(() => stored.clear());
afterAll(() => vi.unstubAllGlobals());

describe("how often suggestions are taken", () => {
  test("counts, the older the less", () => {
    countUse("indicator ema", NOW - 30 * DAY_MS);
    countUse("indicator ema", NOW - 30 * DAY_MS);
    countUse("preset gap_usd", NOW);
    expect(Object.fromEntries(completionUses(NOW))).toEqual({ "indicator ema": 1, "preset gap_usd": 1 });
    countUse("indicator ema", NOW);
    expect(completionUses(NOW).get("indicator ema")).toBe(2);
  });

  test("keeps those that count most", () => {
    countUse("saved mine", NOW);
    countUse("saved mine", NOW);
    for (let index = 0; index < 300; index += 1) countUse(`column ${index}`, NOW + index);
    const all = completionUses(NOW + 300);
    expect([all.size, all.has("saved mine"), all.has("column 299"), all.has("column 0")]).toEqual([
      200,
      true,
      true,
      false,
    ]);
  });

  test("is the account's: it lies with what goes with it, is read anew each time, and ends with the account", () => {
    countUse("saved secret_tag", NOW);
    expect(JSON.stringify(keptForAccount())).toContain("secret_tag");
    // The account has gone, and what lay here with it.
    stored.clear();
    expect(completionUses(NOW).size).toBe(0);
    closeKept();
    countUse("saved secret_tag", NOW);
    expect(stored.size).toBe(0);
  });

  test("takes nothing from what is no count", () => {
    for (const text of ["null", "[]", "{", '{"a":1,"b":{"weight":"2","at":0}}']) {
      stored.set("scanbook.completion-uses", text);
      expect(completionUses(NOW).size).toBe(0);
    }
  });
});
