import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** The variable that names the folder of this run of the tests. */
export const RUN_FOLDER = "SCANBOOK_TESTS_FOLDER";
const MEMORY_DISK = "/dev/shm";
/** Markets of tests take some hundred megabytes. */
const PLENTY = 4_000_000_000;

function hasMemoryDisk(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize > PLENTY && freemem() > PLENTY;
  } catch {
    // Not Linux, or a container without one.
    return false;
  }
}

const NAME = /^scanbook-tests-(\d+)-/;

/** What killed runs left behind: it would take memory until the machine is started anew. */
function removeLeftovers(disk: string): void {
  for (const name of readdirSync(disk)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Another user's stays.
    spawnSync("rm", ["-rf", join(disk, name)]);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/**
 * Before all tests of a project: whatever they write goes into one folder, which goes with them. It lies in memory where
 * there is plenty: engine and database flush every write to the disk, which is most of what a small import waits for.
 */
export default function makeRunFolder(): () => void {
  const disk = hasMemoryDisk() ? MEMORY_DISK : tmpdir();
  removeLeftovers(disk);
  const folder = mkdtempSync(join(disk, `scanbook-tests-${process.pid}-`));
  // PostgreSQL runs as a user of its own, who may pass but not look.
  chmodSync(folder, 0o711);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  process.env[RUN_FOLDER] = folder;
  // Half of what a program takes to start is the reading of its sources, the same for each of a hundred.
  const compiled = process.env["NODE_COMPILE_CACHE"];
  process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled");
  return () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    delete process.env[RUN_FOLDER];
    if (compiled === undefined) delete process.env["NODE_COMPILE_CACHE"];
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
