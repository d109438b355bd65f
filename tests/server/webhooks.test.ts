import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { Server as HttpServer } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Keyring } from "../../src/server/auth/keyring.ts";
import { readConfig, requestEnded } from "../../src/server/index.ts";
import { IN_SOAK } from "../cases.ts";
import { mailsTo } from "./mails.ts";
import { makeAccount, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { CALL_MS, until } from "./until.ts";

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let server: TestServer;
let receiver: HttpServer;
let here: string;
const received: Received[] = [];
/** What the receiver answers at an address, in this order; 204 when there is nothing left. */
const answers = new Map<string, number[]>();

beforeAll(async () => {
  server = await startTestServer({ config: readConfig({ WEBHOOKS: "loopback" }) });
  receiver = createServer((call, reply) => {
    let body = "";
    call.on("data", (chunk) => (body += String(chunk)));
    call.on("end", () => {
      const path = call.url ?? "";
      received.push({ path, headers: call.headers, body });
      const status = answers.get(path)?.shift() ?? 204;
      reply.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  const bound = receiver.address();
  here = `http://127.0.0.1:${bound !== null && typeof bound === "object" ? bound.port : 0}`;
});
afterAll(async () => {
  await server.end();
  await new Promise((done) => receiver.close(done));
});

async function person(email?: string) {
  const account = await makeAccount(server.db, email === undefined ? {} : { email });
  const headers = await signedIn(server.db, account);
  const send = async (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) => {
    const answer = await server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const hook = async (path: string, events?: readonly string[]) =>
    (await send("POST", "/v1/profile/webhooks", { url: here + path, ...(events === undefined ? {} : { events }) }))
      .body;
  const run = async (changes: object = {}): Promise<string> => {
    const { id } = (await send("POST", "/v1/data-requests", request(changes))).body;
    await requestEnded(server.db, account, id);
    return id;
  };
  const deliveries = async (id: string) => (await send("GET", `/v1/profile/webhooks/${id}/deliveries`)).body.items;
  return { account, send, hook, run, deliveries };
}

const at = (path: string): readonly Received[] => received.filter((one) => one.path === path);

describe("a webhook", () => {
  test("is told when a request has finished, signed with the secret that was shown once", async () => {
    const { send, hook, run, deliveries } = await person();
    const made = await hook("/finished");
    expect(made.secret).toMatch(/^whsec_[\w-]{43}$/);
    const kept = await server.db.selectFrom("webhook").selectAll().where("id", "=", made.id).execute();
    expect(JSON.stringify(kept)).not.toContain(made.secret);
    expect((await send("GET", `/v1/profile/webhooks/${made.id}`)).body).not.toHaveProperty("secret");
    const id = await run();
    const [call] = await until(
      () => at("/finished"),
      (calls) => calls.length > 0,
    );
    expect(call?.headers).toMatchObject({ "content-type": "application/json", "scanbook-event": "request.finished" });
    const [, time, sum] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers["scanbook-signature"])) ?? [];
    expect(createHmac("sha256", made.secret).update(`${time}.${call?.body}`).digest("hex")).toBe(sum);
    const rows = (await send("GET", `/v1/data-requests/${id}/status`)).body.rows;
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      event: "request.finished",
      data: { request: { id, name: "Up days" }, run: { status: "Finished", cause: "user", rows, error: null } },
    });
    const [delivery] = await until(
      () => deliveries(made.id),
      ([one]) => one?.status !== "Pending",
    );
    expect(delivery).toMatchObject({ status: "Delivered", attempts: 1, response_status: 204, error: null });
    expect(delivery.body).toBe(call?.body);
  });

  test("is told of a failure, and only of what it asked for", async () => {
    const { account, hook, run } = await person();
    await hook("/failed", ["request.failed"]);
    await hook("/fine", ["request.finished"]);
    const id = await run();
    await until(
      () => at("/fine"),
      (calls) => calls.length > 0,
    );
    // As after the last retry of a job whose process died each time.
    const long = new Date(Date.now() - 3_600_000);
    await server.db
      .updateTable("run")
      .set({ status: "Running", finished: null, created_at: long })
      .where("account_id", "=", account)
      .execute();
    await server.scans.reconcile();
    const [call] = await until(
      () => at("/failed"),
      (calls) => calls.length > 0,
    );
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      event: "request.failed",
      data: { request: { id }, run: { status: "Failed", rows: null, error: { code: "interrupted" } } },
    });
    expect([at("/failed").length, at("/fine").length]).toEqual([1, 1]);
  });

  // Only the soak waits for a second delivery; "without the key of its secret" leaves one to be tried again.
  test.runIf(IN_SOAK)(
    "that does not take a delivery gets it again, the same bytes with a new signature; a redirect is not followed",
    async () => {
      const { send, hook, deliveries } = await person();
      const { id } = await hook("/again");
      answers.set("/again", [302]);
      expect((await send("POST", `/v1/profile/webhooks/${id}/test`)).status).toBe(202);
      const [delivery] = await until(
        () => deliveries(id),
        ([one]) => one?.attempts === 1,
      );
      expect(delivery).toMatchObject({
        event: "test",
        status: "Pending",
        response_status: 302,
        error: "Answered 302.",
      });
      // Its job comes again after a pause, of which the rest is left out here.
      const job = sql`name = 'webhook-delivery' AND data->>'delivery' = ${delivery.id} AND state = 'retry'`;
      const { rows: waiting } = await until(
        () =>
          sql<{ seconds: number }>`SELECT extract(epoch FROM start_after - now())::float8 AS seconds
          FROM job.job WHERE ${job}`.execute(server.db),
        ({ rows }) => rows.length > 0,
      );
      expect(waiting[0]?.seconds).toBeGreaterThan(3);
      await sql`UPDATE job.job SET start_after = now() WHERE ${job}`.execute(server.db);
      const [again] = await until(
        () => deliveries(id),
        ([one]) => one?.status === "Delivered",
      );
      expect(again).toMatchObject({ attempts: 2, response_status: 204, error: null });
      const [first, second] = at("/again");
      expect(second?.body).toBe(first?.body);
      expect(at("/elsewhere")).toEqual([]);
    },
  );

  test("that is gone, switched off, or leads inwards now is not called again", async () => {
    const { send, hook, run, deliveries } = await person();
    const { id } = await hook("/off");
    expect((await send("PUT", `/v1/profile/webhooks/${id}`, { active: false })).body.active).toBe(false);
    await run();
    expect(await deliveries(id)).toEqual([]);
    await server.db.updateTable("webhook").set({ url: "https://10.0.0.1/" }).where("id", "=", id).execute();
    await send("POST", `/v1/profile/webhooks/${id}/test`);
    const [delivery] = await until(
      () => deliveries(id),
      ([one]) => one?.status !== "Pending",
    );
    expect(delivery).toMatchObject({ status: "Failed", attempts: 1, response_status: null });
    expect((await send("DELETE", `/v1/profile/webhooks/${id}`)).status).toBe(200);
    expect((await send("GET", `/v1/profile/webhooks/${id}/deliveries`)).status).toBe(404);
    expect(at("/off")).toEqual([]);
  });

  test("is its owner's alone; there are ten at most, and none that leads inwards", async () => {
    const { send, hook } = await person();
    const { id } = await hook("/mine");
    const other = await person();
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/test"],
      ["GET", "/deliveries"],
    ] as const) {
      const body = method === "PUT" ? { active: false } : undefined;
      expect((await other.send(method, `/v1/profile/webhooks/${id}${path}`, body)).status).toBe(404);
    }
    const refused = await send("POST", "/v1/profile/webhooks", { url: "https://192.168.1.1/" });
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "url"]);
    const moved = await send("PUT", `/v1/profile/webhooks/${id}`, { url: "http://[::1]:1/" });
    expect(moved.body.url).toBe("http://[::1]:1/");
    await Promise.all(Array.from({ length: 12 }, () => hook("/many")));
    expect((await send("GET", "/v1/profile/webhooks")).body.items).toHaveLength(10);
  });
});

test("without the key of its secret nothing is sent, and it is tried again", async () => {
  const { send, hook, deliveries } = await person();
  const { id } = await hook("/sealed");
  const sealed = new Keyring([randomBytes(32)]).seal(Buffer.from("whsec_x"), id);
  await server.db.updateTable("webhook").set({ secret: sealed }).where("id", "=", id).execute();
  await send("POST", `/v1/profile/webhooks/${id}/test`);
  const [delivery] = await until(
    () => deliveries(id),
    ([one]) => one?.attempts > 0,
    CALL_MS,
  );
  expect(delivery).toMatchObject({ status: "Pending", error: "The key of its secret is not on this server." });
  expect(at("/sealed")).toEqual([]);
});

describe("a mail when a request ends", () => {
  test("is sent where it was asked for, of success and of failure, with the way to the request", async () => {
    const email = "grace@example.org";
    const { account, send, run } = await person(email);
    await run({ name: "Silent" });
    const id = await run({ name: "Two\nlines", options: { email_notification: true } });
    const [mail] = await until(
      () => mailsTo(server.data, email),
      (mails) => mails.length > 0,
    );
    const { rows } = (await send("GET", `/v1/data-requests/${id}/status`)).body;
    expect(mail?.subject).toBe("Data request completed: Two lines");
    expect(mail?.text).toContain(`complete: ${rows.toLocaleString("en-US")} rows, market data up to 2025-12-31.`);
    expect(mail?.text).toContain(`http://localhost:3000/data-request?id=${id}\n`);
    const long = new Date(Date.now() - 3_600_000);
    await server.db
      .updateTable("run")
      .set({ status: "Running", finished: null, created_at: long })
      .where("account_id", "=", account)
      .execute();
    await server.scans.reconcile();
    const [, second, third] = await until(
      () => mailsTo(server.data, email),
      (mails) => mails.length > 1,
    );
    expect(second?.subject).toBe("Data request failed: Two lines");
    expect(second?.text).toContain("interrupted too often");
    expect(third).toBeUndefined();
  });
});
