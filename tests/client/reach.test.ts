import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";
import { callRoute } from "../../src/client/state/queries/call-route.ts";
import { reach, tryReach, watchReach } from "../../src/client/state/queries/reach.ts";

let online = true;
let tries = 0;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  online = true;
  tries = 0;
  vi.stubGlobal("fetch", (input: string) => {
    if (input.endsWith("/shell")) tries += 1;
    return online ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError("refused"));
  });
  stop = watchReach();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fail = async (): Promise<void> => {
  online = false;
  await callRoute(ROUTES.health);
  await vi.advanceTimersByTimeAsync(0);
};

test("one call that fails while the server is there says nothing", async () => {
  online = false;
  const call = callRoute(ROUTES.health);
  await Promise.resolve();
  online = true;
  await call;
  await vi.advanceTimersByTimeAsync(0);
  expect({ ...reach, tries }).toEqual({ away: null, trying: false, tries: 1 });
});

test("a server that is away is said at once, tried again by itself ever more seldom, and is back with any call", async () => {
  await fail();
  expect({ ...reach, tries }).toEqual({ away: "server", trying: false, tries: 1 });
  // Further failures bring no further tries.
  await callRoute(ROUTES.health);
  expect(tries).toBe(1);
  for (const [after, made] of [
    [1_999, 1],
    [1, 2],
    [3_999, 2],
    [1, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(after);
    expect(tries).toBe(made);
  }
  await tryReach();
  expect([reach.away, tries]).toEqual(["server", 4]);
  online = true;
  await callRoute(ROUTES.health);
  expect(reach.away).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(4);
});

test("without a network the page says so, and goes on by itself", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  await fail();
  expect(reach.away).toBe("network");
  online = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reach.away).toBeNull();
});

test("an answer that was on its way when the server went does not say that it is back", async () => {
  let arrive: (answer: Response) => void = () => undefined;
  const stubbed = globalThis.fetch;
  vi.stubGlobal("fetch", () => new Promise<Response>((answer) => (arrive = answer)));
  const early = callRoute(ROUTES.health);
  vi.stubGlobal("fetch", stubbed);
  await vi.advanceTimersByTimeAsync(1);
  await fail();
  expect({ ...reach, tries }).toEqual({ away: "server", trying: false, tries: 1 });
  arrive(Response.json({}));
  await early;
  await vi.advanceTimersByTimeAsync(0);
  // It is asked at once, and goes on being asked.
  expect({ ...reach, tries }).toEqual({ away: "server", trying: false, tries: 2 });
  online = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reach.away).toBeNull();
});
