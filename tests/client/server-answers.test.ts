import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { invalidateRoute, NEVER_STALE, keepNewest, routeQuery } from "../../src/client/state/queries/route-query.ts";
import { CallFailure, queryClient } from "../../src/client/state/queries/query-client.ts";
import { watchRun } from "../../src/client/state/queries/status.ts";
import { leaving, user } from "../../src/client/state/session/session.ts";

const called: string[] = [];
let answer: () => Promise<Response>;

const tick = (milliseconds = 1): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
const kept = (): readonly unknown[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey[0], state.data]);

beforeEach(() => {
  vi.useFakeTimers();
  // What a file before this one in the same process still looked at.
  queryClient.clear();
  called.length = 0;
  answer = async () => Response.json({ items: [] });
  vi.stubGlobal("fetch", (address: string) => {
    called.push(address);
    return answer();
  });
});

afterEach(() => {
  queryClient.clear();
  leaving.begun = false;
  user.token = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an answer is there for whoever looks, is asked for again where it is said so, and goes with the last", async () => {
  const looks = [1, 2].map(() => new QueryObserver(queryClient, routeQuery("products")).subscribe(() => undefined));
  await tick();
  expect(called).toEqual(["/v1/products/active"]);
  expect(kept()).toEqual([["products", { items: [] }]]);

  await invalidateRoute("products");
  expect(called.length).toBe(2);

  for (const stop of looks) stop();
  await tick();
  expect(kept()).toEqual([]);
});

test("a failure is told in the server's words and is not tried again", async () => {
  answer = () => Promise.reject(new TypeError("nobody there"));
  const error: unknown = await queryClient.fetchQuery(routeQuery("products")).catch((why: unknown) => why);
  await tick(60_000);
  expect(error).toEqual(new CallFailure({ kind: "offline" }));
  expect(error).toHaveProperty("message", "The server does not answer. What you typed is kept.");
  expect(called.length).toBe(1);
});

test("whoever leaves gives up what is on its way", async () => {
  let given: AbortSignal | undefined;
  vi.stubGlobal("fetch", (_address: string, { signal }: RequestInit) => {
    given = signal ?? undefined;
    return new Promise(() => undefined);
  });
  const stop = new QueryObserver(queryClient, routeQuery("products")).subscribe(() => undefined);
  await tick();
  expect(given?.aborted).toBe(false);
  stop();
  expect(given?.aborted).toBe(true);
});

test.each([
  ["another session", () => (user.token = "another")],
  ["a page that leaves", () => (leaving.begun = true)],
])("nothing of an account's is there after %s", async (_, happens) => {
  const stop = new QueryObserver(queryClient, routeQuery("products")).subscribe(() => undefined);
  await tick();
  queryClient.setQueryData(["myProduct", {}], { name: "Gold" });
  expect(kept().length).toBe(2);
  // What is on its way belongs to the account as well.
  void invalidateRoute("products");
  happens();
  expect(kept()).toEqual([]);
  await tick();
  expect(kept()).toEqual([]);
  stop();
});

test("kept answers stay when nobody looks, the newest of them", async () => {
  const calls: number[] = [];
  const page = (number: number) => ({
    ...NEVER_STALE,
    queryKey: ["invoices", number],
    queryFn: async () => calls.push(number),
  });
  for (const number of [1, 2, 3, 3]) {
    await queryClient.fetchQuery(page(number));
    await tick(10);
  }
  expect(calls).toEqual([1, 2, 3]);
  keepNewest("invoices", 2);
  await queryClient.fetchQuery(page(2));
  expect(calls).toEqual([1, 2, 3]);
  await queryClient.fetchQuery(page(1));
  expect(calls).toEqual([1, 2, 3, 1]);
});

const ID = "01hzzzzzzzzzzzzzzzzzzzzzzz";
const status = (said: string): Response =>
  Response.json({
    id: ID,
    name: "Gaps",
    status: said,
    created_at: "2026-01-02T00:00:00Z",
    rows: null,
    seconds: null,
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

/** Follows the run through these answers; what the watcher heard, how it ended, and when it looked. */
async function followed(
  answers: readonly (() => Promise<Response>)[],
): Promise<{ readonly heard: readonly string[]; readonly ended: unknown; readonly at: readonly number[] }> {
  const heard: string[] = [];
  const at: number[] = [];
  const start = Date.now();
  answer = () => {
    at.push(Date.now() - start);
    return (answers[at.length - 1] ?? (() => Promise.reject(new Error("looked once more"))))();
  };
  let error: unknown = "still looking";
  const gaveUp = new AbortController();
  void watchRun(ID, gaveUp.signal, (one) => heard.push(one.status)).then((why) => (error = why));
  await tick(60_000);
  const ended = error;
  gaveUp.abort();
  await tick();
  return { heard, ended, at };
}

const nobody = (): Promise<Response> => Promise.reject(new TypeError("nobody there"));
const says = (said: string) => async () => status(said);

test("a run is looked at soon and then rarer, through a server that is away, until it has ended", async () => {
  const { heard, ended, at } = await followed([
    says("Pending"),
    nobody,
    ...Array.from({ length: 8 }, () => says("Running")),
    says("Finished"),
  ]);
  expect(heard).toEqual(["Pending", ...Array.from({ length: 8 }, () => "Running"), "Finished"]);
  expect(ended).toBeNull();
  const waits = at.slice(1).map((one, index) => one - (at[index] ?? 0));
  expect(waits[0]).toBeLessThan(80);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBeLessThan(720);
});

test("a run that the server will not tell of ends with its words", async () => {
  const detail = "There is no such request.";
  const { heard, ended, at } = await followed([
    says("Running"),
    async () =>
      Response.json({ type: "/problems/not-found", title: detail, status: 404, detail, errors: [] }, { status: 404 }),
  ]);
  expect([heard, at.length]).toEqual([["Running"], 2]);
  expect(ended).toMatchObject({ kind: "problem", problem: { detail } });
});

test("what an earlier watcher has seen is not the end of a run that runs again", async () => {
  answer = says("Finished");
  await queryClient.fetchQuery({ ...routeQuery("status", { params: { id: ID } }), ...NEVER_STALE });
  expect(called.length).toBe(1);
  const { heard } = await followed([says("Running"), says("Finished")]);
  expect(heard).toEqual(["Running", "Finished"]);
});
