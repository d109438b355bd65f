import * as fc from "fast-check";
import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { Schema } from "../../src/server/db/index.ts";
import type { Change } from "../../src/server/changes/change.ts";
import type { Follower } from "../../src/server/changes/listener.ts";
import { heartbeat } from "../../src/server/runs/heartbeat.ts";
import { MAX_EVENTS } from "../../src/server/stream/kept-events.ts";
import { Streams } from "../../src/server/stream/streams.ts";
import { cases } from "../cases.ts";
import { EventReader } from "./event-reader.ts";
import { until } from "./until.ts";

afterEach(() => void vi.useRealTimers());

/** Streams without a database: `send` commits a change. */
function streamsAlone() {
  const followers = new Set<Follower>();
  const changes = {
    live: true,
    follow: (follower: Follower) => {
      followers.add(follower);
      return () => followers.delete(follower);
    },
  };
  const streams = new Streams(changes);
  return {
    streams,
    changes,
    open: async (account: string, last?: string, allowed = async () => true) => {
      const ends = async () => new Date(Date.now() + 60_000);
      return streams.open({ account, admin: null, ends, allowed }, last);
    },
    send: (change: Change) => {
      for (const { changed } of followers) changed(change);
    },
    resume: () => {
      for (const { resumed } of followers) resumed?.();
    },
  };
}

const changed = (account: string, page: string): Change => ({ kind: "changed", account, what: "requests", page });
/** The pages that changes so far have named; streams are at their ends then. */
async function pagesOf(reader: EventReader): Promise<readonly string[]> {
  const events = await reader.until((event) => event.event === "changed" && event.data.page === "end");
  return events.flatMap((event) => (event.event === "changed" ? [event.data.page ?? ""] : [event.event])).slice(0, -1);
}

test("law: whoever comes back has each event of his account once, in order, and nobody else's", async () => {
  const step = fc.record({ account: fc.constantFrom("ada", "eve", "bob"), breaks: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { streams, open, send } = streamsAlone();
      const read: string[] = [];
      let stream = new EventReader(await open("ada"));
      const readOn = async (): Promise<void> => {
        send(changed("ada", "end"));
        read.push(...(await pagesOf(stream)));
      };
      for (const [index, { account, breaks }] of steps.entries()) {
        if (breaks) {
          await readOn();
          stream.close();
        }
        send(changed(account, String(index)));
        if (breaks) stream = new EventReader(await open("ada", stream.lastId ?? undefined));
      }
      await readOn();
      streams.close();
      expect(read).toEqual(steps.flatMap(({ account }, index) => (account === "ada" ? [String(index)] : [])));
    }),
    { numRuns: cases(100) },
  );
});

test("who was away for more than is kept looks again", async () => {
  const { streams, open, send } = streamsAlone();
  const first = new EventReader(await open("ada"));
  send(changed("ada", "end"));
  await pagesOf(first);
  first.close();
  for (let event = 0; event <= MAX_EVENTS; event += 1) send(changed("eve", "x"));
  const second = new EventReader(await open("ada", first.lastId ?? undefined));
  send(changed("ada", "end"));
  expect(await pagesOf(second)).toEqual(["resync"]);
  streams.close();
});

test("who does not read is dropped: with much at once, and with little for long", async () => {
  const { streams, open, send } = streamsAlone();
  const [much, little, reads] = [await open("ada"), await open("eve"), new EventReader(await open("bob"))];
  for (let event = 0; event < 2_000; event += 1) send(changed("ada", "x".repeat(36)));
  expect(much.destroyed).toBe(true);
  streams.heartbeat();
  expect(little.destroyed).toBe(false);
  send(changed("bob", "end"));
  await pagesOf(reads);
  streams.heartbeat();
  expect(little.destroyed).toBe(true);
  send(changed("bob", "end"));
  expect(await pagesOf(reads)).toEqual([]);
  streams.close();
});

test("no stream is opened while changes are not heard, nor is one open after two heartbeats without them", async () => {
  const { streams, changes, open, resume } = streamsAlone();
  const [ada, eve] = [
    new EventReader(await open("ada")),
    new EventReader(await open("eve", undefined, async () => false)),
  ];
  changes.live = false;
  await expect(open("ada")).rejects.toMatchObject({ slug: "database-down", retryAfter: 2 });
  changes.live = true;
  // The end of a session may have been missed.
  resume();
  expect((await ada.next())?.event.event).toBe("resync");
  await eve.next();
  expect(await eve.next()).toBe(null);
  // As long as a restart of the database takes.
  changes.live = false;
  streams.heartbeat();
  changes.live = true;
  streams.heartbeat();
  expect(streams.size).toBe(1);
  changes.live = false;
  streams.heartbeat();
  streams.heartbeat();
  expect(await ada.next()).toBe(null);
  streams.close();
});

test("a session that ends while its stream opens, and a check that fails, end it", async () => {
  const { streams, send } = streamsAlone();
  const caller = { account: "ada", admin: null, allowed: async () => true };
  await expect(streams.open({ ...caller, ends: async () => null }, undefined)).rejects.toMatchObject({
    slug: "unauthorized",
  });
  const down = async (): Promise<never> => Promise.reject(new Error("no database"));
  await expect(streams.open({ ...caller, ends: down }, undefined)).rejects.toThrow("no database");
  await until(
    () => streams.size,
    (size) => size === 0,
  );
  const ends = async () => new Date(Date.now() + 60_000);
  const stream = new EventReader(await streams.open({ ...caller, ends, allowed: down }, undefined));
  send({ kind: "access", account: "ada" });
  expect(await stream.next()).toBe(null);
  streams.close();
});

test("a check that fails once, as on a connection that broke with the database, is made again", async () => {
  const { streams, open, send, resume } = streamsAlone();
  let checks = 0;
  const stream = new EventReader(
    await open("ada", undefined, async () => {
      checks += 1;
      if (checks === 1) throw new Error("the connection broke");
      return true;
    }),
  );
  resume();
  await until(
    () => checks,
    (made) => made === 2,
  );
  send(changed("ada", "end"));
  expect((await stream.next())?.event.event).toBe("resync");
  expect(await pagesOf(stream)).toEqual([]);
  streams.close();
});

test("a minute of a run writes its row 20 times, and tells more often than that without writing", async () => {
  vi.useFakeTimers();
  const statements: string[] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  let [lost, done] = [0, 0];
  const beat = heartbeat(
    { account: "a", request: "q", run: "r", attempt: 1 },
    {
      db,
      logger: pino({ level: "silent" }),
      progress: () => ({ stage: "Filters", done: (done += 1), total: 1_000, readRows: done }),
      lost: () => (lost += 1),
    },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  const writes = statements.filter((statement) => /\bupdate\b/.test(statement));
  console.log(
    `a minute of a run: 120 statements before, all of them writes; ${statements.length} now, ${writes.length} writes`,
  );
  expect(writes).toHaveLength(20);
  expect(writes.every((statement) => statement.includes("pg_notify"))).toBe(true);
  // One a second, and the first at once.
  expect(statements).toHaveLength(61);
  // Nothing is there that could be its own.
  expect(lost).toBe(20);
  const stopped = beat.stop();
  await vi.advanceTimersByTimeAsync(1);
  await stopped;
});
