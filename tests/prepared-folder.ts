import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { RUN_FOLDER } from "./run-folder.ts";

/** With owners, links and times: PostgreSQL refuses a cluster that is not its own. */
function copyFolder(from: string, into: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, into], { encoding: "utf8" });
  if (status !== 0) throw new Error(`cp: ${stderr}`);
}

/**
 * A folder of the caller's own as `make` leaves it, made once in a run of the tests and copied from then on. Nothing may
 * still use it when `make` is done. Whoever gets it removes it.
 */
export async function preparedFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `scanbook-${name}-`));
  const run = process.env[RUN_FOLDER];
  // Outside a run nobody would remove what is kept for the next.
  if (run === undefined) {
    await make(folder);
    return folder;
  }
  const prepared = join(run, "prepared", name);
  const making = `${prepared}.making`;
  while (!existsSync(prepared)) {
    await mkdir(join(run, "prepared"), { recursive: true, mode: 0o711 });
    // The worker that makes the folder is the one that makes it; the others wait for it, or try after it failed.
    const mine = await mkdir(making, { mode: 0o711 }).then(
      () => true,
      () => false,
    );
    if (!mine) {
      await pause(200);
      continue;
    }
    try {
      // Another one may have been done between the two looks.
      if (existsSync(prepared)) continue;
      await make(making);
      await rename(making, prepared);
    } finally {
      await rm(making, { recursive: true, force: true });
    }
  }
  copyFolder(prepared, folder);
  return folder;
}
