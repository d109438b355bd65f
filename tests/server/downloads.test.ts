import { afterAll, beforeAll, expect, test } from "vitest";
import { requestEnded } from "../../src/server/index.ts";
import { TICKET_MS } from "../../src/server/requests/download-tickets.ts";
import { actingAs, somebody } from "./people.ts";
import type { Somebody } from "./people.ts";
import { HERE, previewOver, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

let server: TestServer;
let ada: Somebody;
let id: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await somebody(server);
  id = (await ada.send("POST", "/v1/data-requests", request())).body.id;
  await requestEnded(server.db, ada.id, id);
});
afterAll(() => server.end());

const ticket = async (who = ada, format = "csv", headers = {}) =>
  who.send("POST", `/v1/data-requests/${id}/ticket`, { format }, headers);
/** As a link does: no header of ours. */
const fetched = async (url: string, method: "GET" | "HEAD" = "GET") =>
  server.app.inject({ method, url, headers: { ...HERE, "sec-fetch-mode": "navigate" } });
const exports = async () =>
  (await ada.send("GET", "/v1/profile/events?type=request.exported")).body.items.map(
    ({ payload }: { payload: { format: string } }) => payload.format,
  );

test("a ticket gives the file that export gives, once, without a header; both are noted", async () => {
  const url = `/v1/data-requests/${id}/export?format=csv`;
  const direct = await server.app.inject({ method: "GET", url, headers: ada.headers });
  const { status, body } = await ticket();
  expect(status).toBe(201);
  expect(body.address).toMatch(/^\/v1\/downloads\/[\w-]{43}$/);
  const left = Date.parse(body.expires_at) - Date.now();
  expect(left).toBeGreaterThan(TICKET_MS - 10_000);
  expect(left).toBeLessThanOrEqual(TICKET_MS);
  expect((await fetched(body.address, "HEAD")).statusCode, "a look does not use it up").toBe(404);
  const file = await fetched(body.address);
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.equals(direct.rawPayload)).toBe(true);
  expect(file.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": expect.stringContaining('attachment; filename="Up days.csv"'),
    "content-length": String(file.rawPayload.length),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  expect((await fetched(body.address)).json()).toMatchObject({ type: "/problems/not-found" });
  expect(await exports()).toEqual(["csv", "csv"]);
});

test("of two calls at the same time one gets the file", async () => {
  const { address } = (await ticket(ada, "xlsx")).body;
  const answers = await Promise.all([1, 2, 3].map(() => fetched(address)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
});

test("only its hash is kept, and nobody makes one for somebody else's request", async () => {
  const { address } = (await ticket()).body;
  const rows = await server.db.selectFrom("download_ticket").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(address.split("/").at(-1));
  expect((await ticket(await somebody(server))).status).toBe(404);
  expect((await fetched(`/v1/downloads/${"a".repeat(43)}`)).statusCode).toBe(404);
});

test("it ends after a minute, with the account's right to be here, and with the request", async () => {
  const fresh = async () => (await ticket()).body.address;
  const old = await fresh();
  await server.db.updateTable("download_ticket").set({ expires_at: new Date() }).execute();
  expect((await fetched(old)).statusCode).toBe(404);
  const set = async (status: "active" | "blocked") =>
    server.db.updateTable("account").set({ status }).where("id", "=", ada.id).execute();
  const blocked = await fresh();
  await set("blocked");
  expect((await fetched(blocked)).statusCode).toBe(404);
  await set("active");
  const trashed = await fresh();
  await ada.send("DELETE", `/v1/data-requests/${id}`);
  expect((await fetched(trashed)).statusCode).toBe(404);
  await ada.send("POST", `/v1/data-requests/${id}/restore`);
});

test("an admin who acts as somebody gets the file too; it is no doing of that somebody", async () => {
  const before = await exports();
  const admin = await somebody(server, { role: "super_admin" });
  const { body } = await ticket(admin, "parquet", await actingAs(admin, ada.id));
  expect((await fetched(body.address)).statusCode).toBe(200);
  expect(await exports()).toEqual(before);
});

test("what has no file says so before there is a link", async () => {
  const made = (await ada.send("POST", "/v1/data-requests/preview?page=p", request())).body.id;
  await previewOver(server.db, made);
  const { body } = await ada.send("POST", `/v1/data-requests/${made}/ticket`, { format: "csv" });
  expect(body.type).toBe("/problems/not-finished");
  expect((await ada.send("POST", `/v1/data-requests/${id}/ticket`, { format: "pdf" })).status).toBe(400);
});
