import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { HOUR_SECONDS } from "../../src/vocabulary/index.ts";
import { openDatabase } from "../../src/server/db/index.ts";
import { Jobs } from "../../src/server/jobs/jobs.ts";
import { JOBS } from "../../src/server/jobs/job-kinds.ts";
import { ALL_QUEUES, QUEUES, readQueues } from "../../src/server/jobs/queues.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { IN_SOAK } from "../cases.ts";
import { withTestDatabase } from "./test-database.ts";

test("each kind of job is in one queue, so that workers of all queues leave none", () => {
  expect(Object.values(QUEUES).flat().toSorted()).toEqual(Object.keys(JOBS).toSorted());
});

test("queues are read by their names, each once", () => {
  expect(readQueues("run, mail,run")).toEqual(["run", "mail"]);
  expect(readQueues(ALL_QUEUES.join(","))).toEqual(ALL_QUEUES);
  expect(() => readQueues("run,mails")).toThrow('There is no queue "mails". There are preview, run, import, mail');
  expect(() => readQueues("constructor")).toThrow('There is no queue "constructor".');
  expect(() => readQueues(" , ")).toThrow("No queue is named.");
});

test("the help of `work` names all of them", () => {
  const help = COMMANDS.find(({ name }) => name === "work")?.help["queues"]?.join(" ") ?? "";
  for (const queue of ALL_QUEUES) expect(help).toContain(queue);
});

// Only the soak has a queue that polls once an hour, in which a lost notice is seen.
test.runIf(IN_SOAK)(
  "a job that waits starts when one before it ends, not at the next poll: of one account, and of several",
  async () => {
    const { config, drop } = await withTestDatabase();
    const data = await mkdtemp(join(tmpdir(), "scanbook-queues-"));
    const logger = pino({ level: "silent" });
    const database = await openDatabase({ data, url: config.databaseUrl, logger });
    const jobs = new Jobs(database.connection, logger, { pollSeconds: HOUR_SECONDS });
    try {
      await jobs.start();
      const order = Array.from({ length: 9 }, (_, n) => `run ${n}`);
      const done: string[] = [];
      const all = Promise.withResolvers<void>();
      await jobs.work("run", async ({ data: { run } }) => {
        done.push(run);
        if (run === "run 3") throw new Error("It is tried again.");
        if (done.length >= order.length) all.resolve();
      });
      // Their one notice comes before any has begun.
      await database.db.transaction().execute(async (transaction) => {
        for (const [n, run] of order.entries())
          await jobs.enqueue(transaction, "run", { run }, { group: { id: n < 5 ? "one" : "another", tier: "free" } });
      });
      await all.promise;
      expect(new Set(done)).toEqual(new Set(order));
    } finally {
      await jobs.stop();
      await database.close();
      await drop();
      await rm(data, { recursive: true, force: true });
    }
  },
);
