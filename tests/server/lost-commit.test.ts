import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/server/index.ts";
import { sharedServices } from "../shared-services.ts";
import { cutCommits } from "./commit-cutter.ts";
import type { CommitCutter } from "./commit-cutter.ts";
import { withTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";
import { ended, get, post, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

let database: TestDatabase;
let cutter: CommitCutter;
let server: TestServer;
beforeAll(async () => {
  database = await withTestDatabase(readConfig({}), await sharedServices());
  const address = new URL(database.config.databaseUrl ?? "");
  cutter = await cutCommits({ host: decodeURIComponent(address.hostname), port: Number(address.port || 5432) });
  address.hostname = "127.0.0.1";
  address.port = String(cutter.port);
  server = await startTestServer({ config: readConfig({ DATABASE_URL: address.href }) });
});
afterAll(async () => {
  await server.end();
  await cutter.close();
  await database.drop();
});

test("a run whose end was committed keeps its rows, although the connection broke before the answer", async () => {
  const cut = cutter.cutAfter(`"finished" = $`);
  const { id } = (await post(server.app, "/v1/data-requests", request())).json();
  await cut;
  expect(await ended(server, id, server.account)).toMatchObject({ status: "Finished", error: null });
  const { run_id } = await server.db
    .selectFrom("data_request")
    .select("run_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await until(
    () => server.jobs.isLive("run", { run: run_id ?? "" }),
    (live) => !live,
  );
  const kept = await get(server.app, `/v1/data-requests/${id}/rows?limit=10`);
  expect(kept.statusCode).toBe(200);
  expect(kept.json().rows).toHaveLength(10);
});
