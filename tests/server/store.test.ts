import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderStore } from "../../src/server/requests/store.ts";
import type { RunRecord } from "../../src/server/requests/store.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanbook-store-"));
});
afterEach(() => rm(folder, { recursive: true }));

const record = (id: string, created_at: string): RunRecord => ({
  id,
  account: "a",
  created_at,
  status: "Pending",
  meta: {
    requestName: id,
    dates: { start: "2024-01-02", end: "2024-01-03" },
    filters: [],
    columns: [],
    basis: "",
    request: {},
  },
  error: null,
  finished: null,
});

describe("the store of runs", () => {
  test("gives back what was saved, oldest first", async () => {
    const store = folderStore(join(folder, "runs"));
    expect(await store.load()).toEqual([]);
    await store.save(record("later", "2024-02-01T00:00:00Z"));
    await store.save(record("sooner", "2024-01-01T00:00:00Z"));
    await store.save({ ...record("later", "2024-02-01T00:00:00Z"), status: "Running" });
    const kept = await folderStore(join(folder, "runs")).load();
    expect(kept.map(({ id, status }) => [id, status])).toEqual([
      ["sooner", "Pending"],
      ["later", "Running"],
    ]);
  });

  test("a write that was cut short leaves nothing", async () => {
    const store = folderStore(folder);
    await store.save(record("whole", "2024-01-01T00:00:00Z"));
    await writeFile(join(folder, "half.json.new"), '{"id":"ha');
    expect(await store.load()).toHaveLength(1);
    expect(await readdir(folder)).toEqual(["whole.json"]);
  });
});
