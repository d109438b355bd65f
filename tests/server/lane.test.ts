import { describe, expect, test } from "vitest";
import { Lane } from "../../src/server/runs/lane.ts";

/** A task that ends when told to. */
function task(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    log.push(`${name} starts`);
    started.resolve();
    await promise;
    log.push(`${name} ends`);
  };
  return { run, end: resolve, started: started.promise };
}

describe("a lane", () => {
  test("runs its tasks in order, no more than its width at once", async () => {
    const log: string[] = [];
    const [a, b, c] = [task(log, "a"), task(log, "b"), task(log, "c")];
    const lane = new Lane(2);
    for (const { run } of [a, b, c]) lane.add("ada", run);
    expect(log).toEqual(["a starts", "b starts"]);
    expect(lane.waiting).toBe(1);
    b.end();
    await c.started;
    expect(log.slice(2)).toEqual(["b ends", "c starts"]);
    a.end();
    c.end();
    await lane.close();
    expect(log.slice(4).sort()).toEqual(["a ends", "c ends"]);
  });

  test("closing forgets what has not started and waits for what has", async () => {
    const log: string[] = [];
    const [a, b] = [task(log, "a"), task(log, "b")];
    const lane = new Lane(1);
    lane.add("ada", a.run);
    lane.add("ada", b.run);
    const closed = lane.close();
    a.end();
    await closed;
    expect(log).toEqual(["a starts", "a ends"]);
  });
});
