import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOutdated, preview, previewAgain, previewSoon } from "../../src/client/state/slices/preview.ts";

const requested: unknown[] = [];

/** Longer than a change takes to settle. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2000);

beforeEach(() => {
  requested.length = 0;
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
  previewSoon({ days: "a" });
  await settle();
  expect([preview.phase, requested.length]).toEqual(["failed", 1]);

  // Judged once more, after a click that changed nothing.
  previewSoon({ days: "a" });
  await settle();
  expect([preview.phase, requested.length]).toEqual(["failed", 1]);

  // A change that was taken back before it settled.
  previewSoon({ days: "b" });
  expect(preview.phase).toBe("waiting");
  previewSoon({ days: "a" });
  await settle();
  expect([preview.phase, requested.length]).toEqual(["failed", 1]);

  previewAgain({ days: "a" });
  await settle();
  expect([preview.phase, requested.length]).toEqual(["failed", 2]);

  previewSoon({ days: "b" });
  await settle();
  expect(requested.length).toBe(3);
});

test("of two requests one after the other the server sees the second when it has answered the first, and none between", async () => {
  const bodies: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", (_address: unknown, { body }: RequestInit) => {
    if (typeof body === "string") bodies.push(body);
    return new Promise((_resolve, reject) => {
      answers.push(() => reject(new TypeError("nobody there")));
    });
  });
  for (const days of [1, 2, 3]) {
    previewSoon({ name: "a", days });
    await settle();
  }
  expect(bodies.map((body) => JSON.parse(body).days)).toEqual([1]);
  expect(preview.phase).toBe("running");
  answers[0]?.();
  await settle();
  expect(bodies.map((body) => JSON.parse(body).days)).toEqual([1, 3]);
  answers[1]?.();
  await settle();
  expect(preview.phase).toBe("failed");
});

test("a preview begins after a twentieth of a second without a change, and is outdated from the change on", async () => {
  previewSoon({ name: "a", days: 4 });
  expect(isOutdated(preview)).toBe(true);
  await vi.advanceTimersByTimeAsync(40);
  previewSoon({ name: "a", days: 5 });
  await vi.advanceTimersByTimeAsync(40);
  expect(requested.length).toBe(0);
  await vi.advanceTimersByTimeAsync(10);
  expect(requested.length).toBe(1);
});

test("another name is no other preview", async () => {
  previewSoon({ name: "a", days: 6 });
  await settle();
  const before = requested.length;
  previewSoon({ name: "b", days: 6 });
  await settle();
  expect(requested.length).toBe(before);
});
