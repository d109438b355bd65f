import { mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "scanbook-copies-";
/** Containers that share a temporary folder do not see each other's processes. */
const HOST = encodeURIComponent(hostname());
const NAME = new RegExp(`^${PREFIX}(.+)-(\\d+)-\\w{6}$`);

/** Those of this process: after a restart a container's process has the number of the one that was killed. */
const own = new Set<string>();

/** A folder for copies of files in the system's temporary folder, whose name says which process it belongs to. */
export async function makeCopyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${HOST}-${process.pid}-`));
  own.add(folder);
  return folder;
}

export async function removeCopyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  own.delete(folder);
}

/** Removes what processes of this machine left that were killed. */
export async function removeLeftCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, host, pid] = NAME.exec(name) ?? [];
    const folder = join(tmpdir(), name);
    if (host !== HOST || own.has(folder)) continue;
    if (Number(pid) !== process.pid && isAlive(Number(pid))) continue;
    // Another user's may not be removed; theirs do it.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
