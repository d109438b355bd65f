import { chmod, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Makes a folder that only its owner may read, whatever the umask; also changes an existing one. */
export async function privateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  await chmod(path, FOLDER_MODE);
}

/** Makes a file readable by its owner only, whatever the umask. */
export async function privateFile(path: string): Promise<void> {
  await chmod(path, FILE_MODE);
}

/** Makes everything in a folder readable by its owner only. */
export async function ownersOnly(folder: string): Promise<void> {
  await chmod(folder, FOLDER_MODE);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await ownersOnly(path);
    else if (entry.isFile()) await privateFile(path);
  }
}
