import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";
import type { StreamEvent } from "../../src/contract/index.ts";
import { endSessions } from "../../src/server/auth/sessions.ts";
import type { Server } from "../../src/server/index.ts";
import { notify } from "../../src/server/changes/change.ts";
import { MAX_STREAMS } from "../../src/server/stream/streams.ts";
import { IN_SOAK } from "../cases.ts";
import { openSocketStream, openStream } from "./event-reader.ts";
import { actingAs, somebody } from "./people.ts";
import { HERE, makeAccount, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

const textOf = (statement: unknown): string =>
  typeof statement === "object" && statement !== null && "text" in statement
    ? String(statement.text)
    : String(statement);

/** Two servers on one database. */
let here: TestServer;
let there: Omit<Server, "address">;
beforeAll(async () => {
  here = await startTestServer();
  there = await here.restart();
});
afterAll(async () => {
  await there.close();
  await here.end();
});

const isOver = (event: StreamEvent): boolean => event.event === "run" && event.data.status === "Finished";
/** Something of an account that nothing else of these tests sends. */
const mark = (account: string) => notify(here.db, [{ kind: "changed", account, what: "formulas", page: "mark" }]);
const isMark = (event: StreamEvent): boolean => event.event === "changed" && event.data.page === "mark";

describe("a run", () => {
  test("is followed at another server without a question", async () => {
    const ada = await somebody(here);
    const stream = await openStream(there.app, ada.headers);
    const { body } = await ada.send("POST", "/v1/data-requests", request());
    const events = await stream.until(isOver);
    const statuses = events.flatMap(({ event, data }) =>
      event === "run" && data.progress === null ? [[data.id, data.status]] : [],
    );
    expect(statuses).toEqual(["Pending", "Running", "Finished"].map((status) => [body.id, status]));
    // What is committed by then is found by who asks now.
    expect((await ada.send("GET", `/v1/data-requests/${body.id}/status`)).body.status).toBe("Finished");
    stream.close();
  });

  test("is seen by nobody else, whatever its id", async () => {
    const [ada, eve] = [await somebody(here), await somebody(here)];
    const [hers, others] = [await openStream(there.app, ada.headers), await openStream(there.app, eve.headers)];
    await ada.send("POST", "/v1/data-requests", request());
    await hers.until(isOver);
    await mark(eve.id);
    expect(await others.until(isMark)).toHaveLength(1);
    hers.close();
    others.close();
  });

  test("whose transaction is not committed is not seen", async () => {
    const ada = await somebody(here);
    const stream = await openStream(there.app, ada.headers);
    const undone = here.db.transaction().execute(async (transaction) => {
      await notify(transaction, [{ kind: "changed", account: ada.id, what: "requests", page: null }]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await mark(ada.id);
    expect(await stream.until(isMark)).toHaveLength(1);
    stream.close();
  });

  test("shows how far it is where nothing of that stands in its row yet", async () => {
    const ada = await somebody(here);
    const { body } = await ada.send("POST", "/v1/data-requests", request());
    const stream = await openStream(there.app, ada.headers);
    await until(
      () => ada.send("GET", `/v1/data-requests/${body.id}/status`),
      ({ body: { status } }) => status === "Finished",
    );
    const { run_id: run } = await here.db
      .selectFrom("data_request")
      .select("run_id")
      .where("id", "=", body.id)
      .executeTakeFirstOrThrow();
    await here.db
      .updateTable("run")
      .set({ status: "Running", attempt: 2 })
      .where("id", "=", run ?? "")
      .execute();
    const of = { account: ada.id, request: body.id, run: run ?? "" };
    const at = (stage: string, done: number) => ({ stage, done, total: 3, readRows: 7 });
    await notify(here.db, [
      { kind: "progress", ...of, attempt: 2, progress: at("Filters", 2) },
      // Of a worker that was given up.
      { kind: "progress", ...of, attempt: 1, progress: at("Daily bars", 1) },
    ]);
    await mark(ada.id);
    await stream.until(isMark);
    const answer = await there.app.inject({
      method: "GET",
      url: `/v1/data-requests/${body.id}/status`,
      headers: ada.headers,
    });
    expect(answer.json().progress).toEqual({ stage: "Filters", done: 2, total: 3, read_rows: 7 });
    stream.close();
  });
});

describe("a stream that broke", () => {
  test("comes back with what was missed, or with the word to look again", async () => {
    const ada = await somebody(here);
    const first = await openStream(there.app, ada.headers);
    await mark(ada.id);
    await first.until(isMark);
    first.close();
    const second = await openStream(there.app, ada.headers);
    const { body } = await ada.send("POST", "/v1/data-requests", request());
    const all = await second.until(isOver);
    second.close();
    const missed = await openStream(there.app, ada.headers, first.lastId);
    const seen = await missed.until(isOver);
    expect(seen).toEqual(all.filter(({ event, data }) => event !== "run" || (data.id === body.id && !data.progress)));
    missed.close();
    for (const unknown of ["another-7", `${first.lastId}00000`, "", "x".repeat(500)]) {
      const lost = await openStream(there.app, ada.headers, unknown);
      expect((await lost.next())?.event).toEqual({ event: "resync", data: {} });
      lost.close();
    }
    // Of another server.
    const moved = await openStream(here.app, ada.headers, first.lastId);
    expect((await moved.next())?.event.event).toBe("resync");
    moved.close();
  });

  test("PostgreSQL ends the connection that listens: it is made again, and whoever follows looks again", async () => {
    const ada = await somebody(here);
    const stream = await openStream(there.app, ada.headers);
    const { rows } = await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'scanbook changes'`.execute(here.db);
    expect(rows).toHaveLength(2);
    expect((await stream.next())?.event.event).toBe("resync");
    await mark(ada.id);
    expect(await stream.until(isMark)).toHaveLength(1);
    stream.close();
  });
});

describe("a stream ends", () => {
  type Ada = Awaited<ReturnType<typeof somebody>>;
  const ENDS: readonly (readonly [string, (ada: Ada) => Promise<unknown>])[] = [
    ["its session is ended", (ada) => endSessions(here.db, ada.id)],
    ["its owner signs out", (ada) => ada.send("POST", ROUTES.signOutUser.path)],
    [
      "its account is blocked",
      (ada) => here.db.updateTable("account").set({ status: "blocked" }).where("id", "=", ada.id).execute(),
    ],
    [
      "its account goes to the trash",
      (ada) => here.db.updateTable("account").set({ deleted_at: new Date() }).where("id", "=", ada.id).execute(),
    ],
    ["its account is deleted", (ada) => here.db.deleteFrom("account").where("id", "=", ada.id).execute()],
  ];
  test.each(ENDS)("when %s", async (_, end) => {
    const ada = await somebody(here, { product: null });
    const stream = await openStream(there.app, ada.headers);
    await end(ada);
    expect(await stream.next()).toBe(null);
  });

  test("of an API token when that is revoked, and one without the scope opens none", async () => {
    const ada = await somebody(here);
    const make = (scopes: readonly string[]) => ada.send("POST", "/v1/profile/tokens", { name: "t", scopes });
    const { body: made } = await make(["data_requests"]);
    const { body: other } = await make(["chart"]);
    const bearer = (token: string) => ({ host: HERE["host"] ?? "", authorization: `Bearer ${token}` });
    await expect(openStream(there.app, bearer(other.token))).rejects.toThrow("403");
    const stream = await openStream(there.app, bearer(made.token));
    await mark(ada.id);
    await stream.until(isMark);
    await ada.send("DELETE", `/v1/profile/tokens/${made.id}`);
    expect(await stream.next()).toBe(null);
  });

  test("of an admin as somebody with the use-as, and with the admin's own session", async () => {
    const admin = await somebody(here, { role: "super_admin" });
    const user = await makeAccount(here.db);
    const as = await actingAs(admin, user);
    const stream = await openStream(there.app, as);
    // It is the user's, not the admin's.
    await mark(admin.id);
    await notify(here.db, [{ kind: "changed", account: user, what: "folders", page: null }]);
    expect((await stream.next())?.event).toEqual({ event: "changed", data: { what: "folders", page: null } });
    await endSessions(here.db, admin.id);
    expect(await stream.next()).toBe(null);
  });

  test("at the next heartbeat once its session is too old; other sessions of the account go on", async () => {
    const ada = await somebody(here);
    const [first] = await here.db.selectFrom("session").select("id").where("account_id", "=", ada.id).execute();
    const soon = await signedIn(here.db, ada.id);
    // Ids of one millisecond are in no order.
    await here.db
      .updateTable("session")
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .where("account_id", "=", ada.id)
      .where("id", "!=", first?.id ?? "")
      .execute();
    const [goesOn, ends] = [await openStream(there.app, ada.headers), await openStream(there.app, soon)];
    there.streams.heartbeat(Date.now() + 61_000);
    expect(await ends.next()).toBe(null);
    await mark(ada.id);
    expect(await goesOn.until(isMark)).toHaveLength(1);
    goesOn.close();
  });

  // Only the soak stops a server with an open stream.
  test.runIf(IN_SOAK)("when its server stops, which does not wait for it", async () => {
    const third = await here.restart();
    const ada = await somebody(here);
    const stream = await openStream(third.app, ada.headers);
    await third.close();
    expect(await stream.next()).toBe(null);
  });
});

describe("many", () => {
  test(`an account has ${MAX_STREAMS} at most, and another when one is left`, async () => {
    const ada = await somebody(here);
    const port = Number(new URL(await there.app.listen({ host: "127.0.0.1", port: 0 })).port);
    const open = async () => {
      const stream = await openSocketStream(port, ada.headers);
      expect(stream.answer.statusCode).toBe(200);
      return stream;
    };
    const streams = await Promise.all(Array.from({ length: MAX_STREAMS }, open));
    const refused = await there.app.inject({ method: "GET", url: ROUTES.stream.path, headers: ada.headers });
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "15"]);
    expect(refused.json().detail).toContain(`at most ${MAX_STREAMS} open streams`);
    const before = there.streams.size;
    streams[0]?.close();
    await until(
      () => there.streams.size,
      (size) => size < before,
    );
    streams.push(await open());
    // Whoever asks for the headers alone holds none.
    const head = await there.app.inject({ method: "HEAD", url: ROUTES.stream.path, headers: ada.headers });
    expect([head.statusCode, head.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
    for (const stream of streams) stream.close();
    await until(
      () => there.streams.size,
      (size) => size <= before - MAX_STREAMS,
    );
  });

  // Only the soak counts the statements of many open streams.
  test.runIf(IN_SOAK)("200 open streams add no statement while nothing happens", async () => {
    const headers = await Promise.all(
      Array.from({ length: 20 }, async () => signedIn(here.db, await makeAccount(here.db))),
    );
    const all = headers.flatMap((one) => Array.from({ length: MAX_STREAMS }, () => one));
    const streams = await Promise.all(all.map((one) => openStream(there.app, one)));
    const first = await somebody(here);
    const mine = await openStream(there.app, first.headers);
    // Of every connection of this process, the one that listens included.
    const query = vi.spyOn(Client.prototype, "query");
    try {
      for (let beat = 0; beat < 40; beat += 1) there.streams.heartbeat();
      await mark(first.id);
      await mine.until(isMark);
      const statements = query.mock.calls.map(([statement]: readonly unknown[]) => textOf(statement));
      // Of the job queue, which polls, and of the mark.
      const others = statements.filter((text) => !/\bjob\.|pg_notify|^(?:BEGIN|COMMIT|SELECT 1)$/i.test(text));
      // Whoever looks every few seconds for waiting previews and open runs may do so now; what a beat or a stream cost
      // would be there 40 or 200 times.
      expect(others.length, others.join("\n")).toBeLessThan(5);
      expect(there.streams.size).toBeGreaterThan(200);
    } finally {
      query.mockRestore();
    }
    mine.close();
    for (const stream of streams) stream.close();
  });
});

test("a proxy passes a stream on as it comes, and no cache keeps it", async () => {
  const ada = await somebody(here);
  const { headers } = await there.app.inject({ method: "HEAD", url: ROUTES.stream.path, headers: ada.headers });
  expect(headers).toMatchObject({ "x-accel-buffering": "no", "cache-control": "no-store, no-transform" });
  expect(headers["content-encoding"]).toBeUndefined();
});
