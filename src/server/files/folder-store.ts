import { createReadStream, existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../export/index.ts";
import { ownersOnly, privateFile, privateFolder } from "../private-files.ts";
import type { FileStore, StoredFile } from "./file-store.ts";

/** Files in a folder of this machine, a folder for each run. */
export function folderStore(folder: string): FileStore {
  const pathOf = ({ run, name }: StoredFile): string => join(folder, run, name);
  return {
    async size(file) {
      return (await stat(pathOf(file)).catch(() => null))?.size ?? null;
    },
    async write(file, chunks) {
      await privateFolder(folder);
      await privateFolder(join(folder, file.run));
      await writeWhole(pathOf(file), chunks);
      await privateFile(pathOf(file));
    },
    read: async (file) => createReadStream(pathOf(file)),
    link: async () => null,
    place: pathOf,
    async forget(run) {
      await rm(join(folder, run), { recursive: true, force: true });
    },
    runs: async () => (existsSync(folder) ? readdir(folder) : []),
    async own() {
      if (existsSync(folder)) await ownersOnly(folder);
    },
  };
}
