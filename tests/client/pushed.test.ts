import * as fc from "fast-check";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PAGE_ID } from "../../src/client/state/queries/calls.ts";
import { keepPushed } from "../../src/client/state/queries/pushed.ts";
import { queryClient } from "../../src/client/state/queries/query-client.ts";
import { readEvents } from "../../src/client/state/queries/read-events.ts";
import { routeQuery } from "../../src/client/state/queries/route-query.ts";
import { watchRun } from "../../src/client/state/queries/status.ts";
import { lookAfter } from "../../src/client/state/queries/stream.ts";
import { leaving, user } from "../../src/client/state/session/session.ts";
import { cases } from "../cases.ts";

const ID = "01hzzzzzzzzzzzzzzzzzzzzzzz";
const tick = (milliseconds = 1): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

/** Calls but those of the stream. */
let calls: string[];
/** The id that each stream went on from. */
let streams: (string | undefined)[];
let stream: ReadableStreamDefaultController<Uint8Array> | null;
let answer: (address: string) => Promise<Response>;
let stop: () => void;

const send = async (event: string, data: object, id = "p-1"): Promise<void> => {
  stream?.enqueue(new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  await tick();
};
const run = (status: string, done: number | null = null) =>
  send("run", { id: ID, status, progress: done && { stage: "Reading", done, total: 8, read_rows: 0 } });

const status = (said: string): Response =>
  Response.json({
    id: ID,
    name: "Gaps",
    status: said,
    created_at: "2026-01-02T00:00:00Z",
    rows: null,
    seconds: null,
    waiting: 2,
    progress: null,
    funnel: [],
    hits: [],
    columns: [],
    notes: [],
    snapshot: null,
    older_result: null,
    error: null,
  });

beforeEach(async () => {
  vi.useFakeTimers();
  [calls, streams, stream] = [[], [], null];
  answer = async () => status("Pending");
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("fetch", async (address: string, { headers, signal }: RequestInit) => {
    if (address !== "/v1/stream") {
      calls.push(address);
      return answer(address);
    }
    streams.push(new Headers(headers).get("last-event-id") ?? undefined);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
        controller.enqueue(new TextEncoder().encode("retry: 1000\nid: p-0\n\n"));
        signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
      },
    });
    return new Response(body);
  });
  user.token = "bearer";
  stop = keepPushed();
  await tick();
});

afterEach(async () => {
  stop();
  await tick();
  queryClient.clear();
  leaving.begun = false;
  user.token = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Follows the run; what was heard of it. */
function follow(): { readonly heard: readonly string[]; readonly giveUp: () => void } {
  const heard: string[] = [];
  const end = new AbortController();
  void watchRun(ID, end.signal, (one) => heard.push(`${one.status} ${one.progress?.done ?? one.waiting}`));
  return { heard, giveUp: () => end.abort() };
}

test("a run is looked at when it is first shown, begins and has ended, and its progress comes by itself", async () => {
  const { heard } = follow();
  await tick(2_000);
  // What is new besides its progress, as the funnel of a preview, comes by a call.
  answer = async () => status("Running");
  await run("Running");
  for (let done = 1; done <= 8; done += 1) {
    await run("Running", done);
    await tick(1_000);
  }
  expect(calls).toHaveLength(2);
  answer = async () => status("Finished");
  await run("Finished");
  expect(calls).toHaveLength(3);
  expect(heard).toEqual([
    "Pending 2",
    "Running 2",
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Running ${n}`),
    "Finished 2",
  ]);
  await tick(300_000);
  expect(calls).toHaveLength(3);
});

test("an end that comes before the first answer, which is of before it, is not lost", async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  answer = () => answers[calls.length - 1]?.promise ?? Promise.reject(new Error("looked once more"));
  const { heard } = follow();
  await tick();
  await run("Finished");
  answers[0]?.resolve(status("Running"));
  await tick();
  answers[1]?.resolve(status("Finished"));
  await tick();
  expect(heard.at(-1)).toBe("Finished 2");
  expect(calls).toHaveLength(2);
});

test("an event of one run asks for nothing else", async () => {
  const { giveUp } = follow();
  const other = routeQuery("status", { params: { id: ID.replace("z", "a") } });
  const stopOther = new QueryObserver(queryClient, other).subscribe(() => undefined);
  await tick();
  calls.length = 0;
  await run("Finished");
  expect(calls).toEqual([`/v1/data-requests/${ID}/status`]);
  stopOther();
  giveUp();
});

test("a stream that breaks is opened again from where it was; until then the run is looked at as without one", async () => {
  const { heard, giveUp } = follow();
  await tick(2_000);
  await run("Running", 1);
  expect(calls).toHaveLength(1);
  answer = async () => status("Running");
  stream?.error(new Error("gone"));
  await tick(400);
  expect(calls.length).toBeGreaterThan(1);
  await tick(1_000);
  expect(streams).toEqual([undefined, "p-1"]);
  const before = calls.length;
  await tick(30_000);
  // One look may have been due.
  expect(calls.length).toBeLessThanOrEqual(before + 1);
  expect(heard.at(-1)).toMatch(/^Running/);
  giveUp();
});

test("a stream that says nothing for long is opened again", async () => {
  await tick(40_000);
  expect(streams).toHaveLength(2);
});

test("a page that is not seen has no stream, and one when it is seen again", async () => {
  const see = (hidden: boolean): void => {
    Object.assign(document, { hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  see(true);
  await tick(60_000);
  expect(streams).toHaveLength(1);
  see(false);
  await tick();
  expect(streams).toEqual([undefined, "p-0"]);
});

test("nobody has no stream; who signs in has one at once", async () => {
  stop();
  user.token = null;
  const end = keepPushed();
  await tick(60_000);
  expect(streams).toHaveLength(1);
  user.token = "another";
  await tick();
  expect(streams).toHaveLength(2);
  end();
});

test("lists follow what another page changes, many changes by one look, and not what this page did", async () => {
  answer = async () => Response.json({ items: [], total: 0, page: 1, page_size: 20 });
  const look = new QueryObserver(queryClient, routeQuery("folders")).subscribe(() => undefined);
  await tick();
  calls.length = 0;
  await send("changed", { what: "folders", page: PAGE_ID });
  await tick(1_000);
  expect(calls).toEqual([]);
  for (let n = 0; n < 50; n += 1) await send("changed", { what: "folders", page: null });
  await send("changed", { what: "templates", page: "another" });
  await tick(1_000);
  expect(calls).toEqual(["/v1/folders"]);
  calls.length = 0;
  await send("resync", {});
  await tick(1_000);
  expect(calls).toEqual(["/v1/folders"]);
  look();
});

test("a list with a run that starts or ends elsewhere is asked for again, one without it is not", async () => {
  const item = {
    id: ID,
    name: "Gaps",
    status: "Finished",
    created_at: "2026-01-02T00:00:00Z",
    rows: 1,
    seconds: 1,
    favourite: false,
    folder_id: null,
    data_updates: false,
    email_notification: false,
    deleted_at: null,
  };
  let items: readonly object[] = [];
  answer = async () => Response.json({ items, total: items.length, page: 1, page_size: 20 });
  const query = routeQuery("myRequests");
  const look = new QueryObserver(queryClient, query).subscribe(() => undefined);
  await tick();
  await run("Pending");
  await tick(1_000);
  expect(calls).toHaveLength(1);
  items = [item];
  await queryClient.invalidateQueries({ queryKey: query.queryKey });
  calls.length = 0;
  await run("Pending");
  await run("Running");
  await run("Running", 3);
  await tick(1_000);
  expect(calls).toEqual(["/v1/profile/data-requests"]);
  look();
});

test("a history on screen follows its runs: one look when one waits, begins and ends, and as without a stream when it breaks", async () => {
  answer = async () => Response.json({ items: [{ status: "Running" }], total: 1, page: 1, page_size: 20 });
  const history = (id: string) => ({
    ...routeQuery("requestUpdates", { params: { id }, query: { page: 1, page_size: 20 } }),
    refetchInterval: () => lookAfter(2_000),
  });
  const looks = [ID, ID.replace("z", "a")].map((id) => new QueryObserver(queryClient, history(id)));
  const ends = looks.map((look) => look.subscribe(() => undefined));
  await tick();
  calls.length = 0;
  for (const one of ["Pending", "Running", "Finished"]) await run(one);
  for (let done = 1; done <= 8; done += 1) await run("Running", done);
  await tick(20_000);
  expect(calls).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(`/${ID}/`)));
  calls.length = 0;
  await send("resync", {});
  await tick(1_000);
  expect(new Set(calls).size).toBe(2);
  calls.length = 0;
  stream?.error(new Error("gone"));
  await tick();
  expect(calls).toHaveLength(2);
  for (const end of ends) end();
});

test("whatever shows the market is asked for again when it has changed", async () => {
  answer = async () => Response.json({ items: [] });
  const looks = (["market", "marketSnapshots", "folders"] as const).map((name) =>
    new QueryObserver(queryClient, routeQuery(name)).subscribe(() => undefined),
  );
  await tick();
  calls.length = 0;
  await send("market", {});
  await tick(1_000);
  expect(calls).toEqual(["/v1/market", "/v1/admin/market-snapshots"]);
  for (const end of looks) end();
});

test("what this page does not know is passed over", async () => {
  await send("weather", { sun: true });
  await send("run", { id: ID });
  stream?.enqueue(new TextEncoder().encode(":\n\nevent: run\ndata: no JSON\n\n"));
  await tick(1_500);
  expect(calls).toEqual([]);
});

test("law: events are read alike, however the bytes arrive", async () => {
  const events = fc.array(
    fc.record({ id: fc.stringMatching(/^[a-z0-9-]{1,8}$/), data: fc.string({ unit: "grapheme" }) }),
  );
  await fc.assert(
    fc.asyncProperty(events, fc.infiniteStream(fc.integer({ min: 1, max: 7 })), async (sent, sizes) => {
      const text = sent.map(({ id, data }) => `id: ${id}\nevent: run\ndata: ${JSON.stringify(data)}\n\n:\n\n`).join("");
      const bytes = new TextEncoder().encode(text);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length;) {
            const { value = 1 } = sizes.next();
            controller.enqueue(bytes.slice(at, (at += value)));
          }
          controller.close();
        },
      });
      const read: unknown[] = [];
      for await (const event of readEvents(body)) if (event.data !== null) read.push(event);
      expect(read).toEqual(sent.map(({ id, data }) => ({ id, event: "run", data: JSON.stringify(data) })));
    }),
    { numRuns: cases(50) },
  );
});
