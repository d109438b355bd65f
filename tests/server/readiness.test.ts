import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CheckedPart, LATE_CHECKS, CHECK_TIMEOUT_MS } from "../../src/server/monitoring/checked-part.ts";
import { Readiness } from "../../src/server/monitoring/readiness.ts";
import type { Schema } from "../../src/server/db/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A part whose answers the test gives, in the order of its questions. */
function scripted() {
  const questions: PromiseWithResolvers<string>[] = [];
  const ask = async (): Promise<string> => {
    const question = Promise.withResolvers<string>();
    questions.push(question);
    return question.promise;
  };
  const part = new CheckedPart({ name: "The part", ask, isBusy: (error) => error === BUSY, warn: () => undefined });
  return {
    questions,
    /** What a look gives that nobody answers in time. */
    late: async () => {
      const [seen] = await Promise.allSettled([part.check(), vi.advanceTimersByTimeAsync(CHECK_TIMEOUT_MS)]);
      return seen.status === "fulfilled" ? seen.value : "down";
    },
    /** What a look gives whose questions are answered so, in turn. */
    answered: async (...answers: readonly (string | Error)[]) => {
      const checked = part.check().catch(() => "down");
      for (const answer of answers) {
        await vi.advanceTimersByTimeAsync(0);
        if (typeof answer === "string") questions.at(-1)?.resolve(answer);
        else questions.at(-1)?.reject(answer);
      }
      return checked;
    },
    both: () => Promise.all([part.check(), part.check()]),
  };
}

const BUSY = new Error("too many connections");
const REFUSED = new Error("connect ECONNREFUSED");

describe("a part that is asked whether it answers", () => {
  test("is slow, not down, until several checks in a row were late; then down until it answers", async () => {
    const part = scripted();
    expect(await part.answered("1.0")).toBe("1.0");
    for (let check = 1; check < LATE_CHECKS; check += 1) expect(await part.late(), `late check ${check}`).toBe("1.0");
    expect(await part.late()).toBe("down");
    expect(await part.late()).toBe("down");
    expect(await part.answered("1.1")).toBe("1.1");
    expect(await part.late()).toBe("1.1");
  });

  test("an answer between late checks begins the count anew, also where it came to an earlier question", async () => {
    const part = scripted();
    await part.answered("1.0");
    for (let turn = 0; turn < 3; turn += 1) {
      for (let check = 1; check < LATE_CHECKS; check += 1) expect(await part.late()).toBe("1.0");
      // The slow question of all these looks.
      expect(part.questions).toHaveLength(2 + turn);
      expect(await part.answered("1.0")).toBe("1.0");
    }
  });

  test("a late check before the first answer is down", async () => {
    expect(await scripted().late()).toBe("down");
  });

  test("is down at once where it fails twice; a connection that had broken meanwhile is no failure", async () => {
    const part = scripted();
    await part.answered("1.0");
    expect(await part.answered(new Error("Connection terminated"), "1.0")).toBe("1.0");
    expect(await part.answered(REFUSED, REFUSED)).toBe("down");
    expect(await part.late(), "late after that").toBe("down");
  });

  test("one that has no room for the question is late", async () => {
    const part = scripted();
    await part.answered("1.0");
    for (let check = 1; check < LATE_CHECKS; check += 1) expect(await part.answered(BUSY)).toBe("1.0");
    expect(await part.answered(BUSY)).toBe("down");
  });

  test("all who look at the same time share one question", async () => {
    const part = scripted();
    const both = part.both();
    await vi.advanceTimersByTimeAsync(0);
    part.questions[0]?.resolve("1.0");
    expect(await both).toEqual(["1.0", "1.0"]);
    expect(part.questions).toHaveLength(1);
  });

  test("a question that was never answered is given up, and its answer is not taken for that of the next", async () => {
    const part = scripted();
    await part.answered("1.0");
    for (let check = 1; check <= LATE_CHECKS; check += 1) await part.late();
    expect(await part.answered("2.0")).toBe("2.0");
    part.questions[1]?.resolve("1.0");
    await vi.advanceTimersByTimeAsync(0);
    expect(await part.late()).toBe("2.0");
  });
});

test("who waits for slow parts learns of a stop at once", async () => {
  class Silent extends DummyDriver {
    override acquireConnection(): ReturnType<DummyDriver["acquireConnection"]> {
      return new Promise(() => undefined);
    }
  }
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Silent(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const market = { version: () => new Promise<string>(() => undefined) };
  const readiness = new Readiness({ db, market, logger: pino({ level: "silent" }) });
  const waits = readiness.check();
  await vi.advanceTimersByTimeAsync(1);
  readiness.stop();
  for (const check of [waits, readiness.check()]) await expect(check).rejects.toMatchObject({ slug: "stopping" });
});
