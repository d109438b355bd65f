import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/server/db/index.ts";
import type { Database } from "../../src/server/db/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { cutCommits } from "./commit-cutter.ts";
import type { CommitCutter } from "./commit-cutter.ts";
import { ended, get, post, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

let folder: string;
let database: Database;
let cutter: CommitCutter;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-cut-"));
  database = await openDatabase({ data: folder, url: null, logger: pino({ level: "silent" }) });
  const { host = "", port = 0, user = "", database: name = "" } = database.connection;
  cutter = await cutCommits({ host, port });
  server = await startTestServer({
    config: readConfig({ DATABASE_URL: `postgres://${user}@127.0.0.1:${cutter.port}/${name}` }),
  });
});
afterAll(async () => {
  await server.end();
  await cutter.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
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
