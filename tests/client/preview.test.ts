import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  isOutdated,
  preview,
  previewAgain,
  previewEnded,
  previewSoon,
  provideFirstRows,
} from "../../src/client/state/slices/preview.ts";

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

test("what only the server finds wrong stands at its row until the next preview", async () => {
  const [first, second] = ['You have no list "Watch".', "Of the same row."];
  const errors = [
    { path: "filters.Custom[1].formula", message: first },
    { path: "filters.Custom[1].formula", message: second },
  ];
  const problem = {
    type: "/problems/invalid-request",
    title: "No",
    status: 422,
    detail: `${first} And 1 more.`,
    errors,
  };
  vi.stubGlobal("fetch", async () => Response.json(problem, { status: 422 }));
  previewSoon({ days: "of a list" });
  await settle();
  expect(preview).toMatchObject({ phase: "failed", error: problem.detail });
  expect(preview.rowErrors).toEqual({ "filters.Custom[1]": first });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("nobody there")));
  previewSoon({ days: "of another" });
  await settle();
  expect(preview.rowErrors).toEqual({});
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

test("a preview begins 20 ms after the last change, and is outdated from the change on", async () => {
  previewSoon({ name: "a", days: 4 });
  expect(isOutdated(preview)).toBe(true);
  await vi.advanceTimersByTimeAsync(15);
  previewSoon({ name: "a", days: 5 });
  await vi.advanceTimersByTimeAsync(15);
  expect(requested.length).toBe(0);
  await vi.advanceTimersByTimeAsync(5);
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

test("a preview that the server names again is shown without another call, with its first rows", async () => {
  const called: string[] = [];
  const statusOf = (id: string): object => ({
    id,
    name: "a",
    status: "Finished",
    created_at: "2025-12-31T00:00:00.000Z",
    rows: 1,
    seconds: 0.1,
    waiting: 0,
    progress: null,
    funnel: [],
    hits: [],
    columns: [],
    notes: [],
    snapshot: null,
    older_result: null,
    error: null,
  });
  const known = new Map<string, string>();
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit) => {
    called.push(address);
    const [, asked] = /(p\w+)\/status/.exec(address) ?? [];
    const json = (answer: object): Response =>
      new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
    if (asked !== undefined) return json(statusOf(asked));
    const question = typeof body === "string" ? body : "";
    const id = known.get(question) ?? `p${String(known.size).padStart(26, "0")}`;
    const status = known.has(question) ? "Finished" : "Pending";
    known.set(question, id);
    return json({ id, status });
  });
  const rowsOf: string[] = [];
  const loaded: (() => void)[] = [];
  const end = provideFirstRows(({ id }) => {
    rowsOf.push(id);
    return new Promise<void>((done) => loaded.push(done));
  });
  const shown = async (days: number): Promise<string> => {
    previewSoon({ days });
    await settle();
    // Not before its rows are there.
    expect(preview.phase).toBe("running");
    loaded.pop()?.();
    await settle();
    expect(preview.phase).toBe("ready");
    return preview.shown?.id ?? "";
  };
  const first = await shown(7);
  const second = await shown(8);
  called.length = 0;
  expect([await shown(7), await shown(8)]).toEqual([first, second]);
  expect(called.filter((address) => address.includes("/status"))).toEqual([]);
  expect(rowsOf).toEqual([first, second, first, second]);

  // One that another takes the place of while its rows come is not shown.
  previewSoon({ days: 7 });
  await settle();
  previewSoon({ days: 8 });
  await settle();
  for (const done of loaded.splice(0)) done();
  await settle();
  expect(preview.shown?.id).toBe(second);
  end();
});

test("what is asked beside a preview waits for its end, and not for ever", async () => {
  const waiting = new Map<string, boolean>();
  const wait = (name: string, signal: AbortSignal): void => {
    waiting.set(name, true);
    void previewEnded(signal).then(() => waiting.set(name, false));
  };
  const { signal } = new AbortController();
  Object.assign(preview, { phase: "ready", changing: false });
  wait("none is awaited", signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting.get("none is awaited")).toBe(false);

  for (const [name, end] of [
    ["it is shown", () => Object.assign(preview, { phase: "ready" })],
    ["it failed", () => Object.assign(preview, { phase: "failed" })],
    ["the change was taken back", () => Object.assign(preview, { phase: "ready" })],
  ] as const) {
    Object.assign(preview, { phase: name === "the change was taken back" ? "waiting" : "running" });
    wait(name, signal);
    await vi.advanceTimersByTimeAsync(2500);
    expect(waiting.get(name)).toBe(true);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting.get(name)).toBe(false);
  }

  // Typed, and not judged yet.
  Object.assign(preview, { changing: true });
  const left = new AbortController();
  wait("nobody wants it any more", left.signal);
  wait("it takes long", signal);
  await vi.advanceTimersByTimeAsync(1000);
  left.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect([...waiting].filter(([, waits]) => waits)).toEqual([["it takes long", true]]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(waiting.get("it takes long")).toBe(false);
});
