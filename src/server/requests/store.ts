import { mkdir, open, readFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RunStatus } from "../../contract/index.ts";
import type { ExportMeta } from "../../export/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";

/** A request that was acknowledged, as it is kept. Its rows live in the market engine under the run's id. */
export interface RunRecord {
  readonly id: string;
  /** Whose it is. */
  readonly account: string;
  readonly created_at: string;
  readonly status: RunStatus;
  /** What its files say about it; the JSON as it was sent is `meta.request`. */
  readonly meta: ExportMeta;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly finished: FinishedRun | null;
}

/** Where requests are kept: a folder today, PostgreSQL once there are accounts. A resolved `save` is durable. */
export interface RunStore {
  load(): Promise<readonly RunRecord[]>;
  save(record: RunRecord): Promise<void>;
}

/** One JSON file a run, written beside and renamed, so that a crash leaves the old or the new one, never half. */
export function folderStore(folder: string): RunStore {
  return {
    async load() {
      await mkdir(folder, { recursive: true });
      const records: RunRecord[] = [];
      for (const name of await readdir(folder)) {
        if (name.endsWith(".new")) await rm(join(folder, name), { force: true });
        if (!name.endsWith(".json")) continue;
        const value: unknown = JSON.parse(await readFile(join(folder, name), "utf8"));
        if (isRecord(value)) records.push(value);
      }
      return records.sort((a, b) => a.created_at.localeCompare(b.created_at));
    },
    async save(record) {
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${record.id}.json`);
      const file = await open(`${path}.new`, "w");
      try {
        await file.writeFile(JSON.stringify(record));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
    },
  };
}

/** Only `save` writes these files; whatever else lies in the folder is left alone. */
function isRecord(value: unknown): value is RunRecord {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "account" in value &&
    "status" in value &&
    "meta" in value
  );
}
