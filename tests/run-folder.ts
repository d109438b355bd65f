import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

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

/**
 * Before all tests of a project: whatever they write goes into one folder, which goes with them. It lies in memory where
 * there is plenty: engine and database flush every write to the disk, which is most of what a small import waits for.
 */
export default function makeRunFolder(): () => void {
  const folder = mkdtempSync(join(hasMemoryDisk() ? MEMORY_DISK : tmpdir(), "scanbook-tests-"));
  // PostgreSQL runs as a user of its own, who may pass but not look.
  chmodSync(folder, 0o711);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  return () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
