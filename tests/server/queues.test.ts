import { expect, test } from "vitest";
import { JOBS } from "../../src/server/jobs/job-kinds.ts";
import { ALL_QUEUES, QUEUES, readQueues } from "../../src/server/jobs/queues.ts";
import { COMMANDS } from "../../src/cli/commands.ts";

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
