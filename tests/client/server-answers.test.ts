import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askAgain, routeQuery } from "../../src/client/state/server/queries.ts";
import { CallFailure, queryClient } from "../../src/client/state/server/query-client.ts";
import { departure, user } from "../../src/client/state/session/session.ts";

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
  called.length = 0;
  answer = async () => Response.json({ items: [] });
  vi.stubGlobal("fetch", (address: string) => {
    called.push(address);
    return answer();
  });
});

afterEach(() => {
  queryClient.clear();
  departure.begun = false;
  user.token = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an answer is there for whoever looks, is asked for again where it is said so, and goes with the last", async () => {
  const looks = [1, 2].map(() => new QueryObserver(queryClient, routeQuery("products")).subscribe(() => undefined));
  await tick();
  expect(called).toEqual(["/v1/products/active"]);
  expect(kept()).toEqual([["products", { items: [] }]]);

  await askAgain("products");
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
  ["a page that leaves", () => (departure.begun = true)],
])("nothing of an account's is there after %s", async (_, happens) => {
  const stop = new QueryObserver(queryClient, routeQuery("products")).subscribe(() => undefined);
  await tick();
  queryClient.setQueryData(["myProduct", {}], { name: "Gold" });
  expect(kept().length).toBe(2);
  // What is on its way belongs to the account as well.
  void askAgain("products");
  happens();
  expect(kept()).toEqual([]);
  await tick();
  expect(kept()).toEqual([]);
  stop();
});
