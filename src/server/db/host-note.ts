import { readFileSync } from "node:fs";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

const note = (data: string): string => join(data, "accounts.pid");

/** Whether a process with this number runs with exactly `word` among its arguments, since another process may have the number by now. */
export function processIsAlive(pid: number, word: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word);
  } catch {
    // Without /proc only the number can be checked.
    if (process.platform === "linux") return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Process that keeps the cluster of a data folder; null where there is none. */
export async function hostOf(data: string): Promise<number | null> {
  const pid = Number(await readFile(note(data), "utf8").catch(() => ""));
  return Number.isInteger(pid) && pid > 1 && processIsAlive(pid, data) ? pid : null;
}

/** Makes this process the host of a data folder; false where another one is. A note of a dead process is removed. */
export async function claim(data: string): Promise<boolean> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = await open(note(data), "wx");
      await file.writeFile(String(process.pid));
      await file.close();
      return true;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    if ((await hostOf(data)) !== null) return false;
    await rm(note(data), { force: true });
  }
  return false;
}
