import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preview, previewAgain, previewSoon } from "../../src/client/state/slices/preview.ts";

const requested: unknown[] = [];

/** Longer than a change takes to settle. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_address: unknown, { body }: RequestInit) => {
    requested.push(body);
    return Promise.reject(new TypeError("nobody there"));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a preview that failed is asked for again by a change or by hand, and by nothing else", async () => {
  previewSoon({ name: "a" });
  await settle();
  expect([preview.phase, requested.length]).toEqual(["failed", 1]);

  // Judged once more, after a click that changed nothing.
  previewSoon({ name: "a" });
  await settle();
  expect([preview.phase, requested.length]).toEqual(["failed", 1]);

  // A change that was taken back before it settled.
  previewSoon({ name: "b" });
  expect(preview.phase).toBe("waiting");
  previewSoon({ name: "a" });
  await settle();
  expect([preview.phase, requested.length]).toEqual(["failed", 1]);

  previewAgain({ name: "a" });
  await settle();
  expect([preview.phase, requested.length]).toEqual(["failed", 2]);

  previewSoon({ name: "b" });
  await settle();
  expect(requested.length).toBe(3);
});
