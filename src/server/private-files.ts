import { chmod, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

const FOLDER = 0o700;
const FILE = 0o600;

/** A folder that its owner alone may look into, whatever the umask, and whoever made it. */
export async function privateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER });
  await chmod(path, FOLDER);
}

/** A file that its owner alone may read, whatever the umask. */
export async function privateFile(path: string): Promise<void> {
  await chmod(path, FILE);
}

/** Gives everything in a folder to its owner alone. */
export async function ownersOnly(folder: string): Promise<void> {
  await chmod(folder, FOLDER);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await ownersOnly(path);
    else if (entry.isFile()) await privateFile(path);
  }
}
