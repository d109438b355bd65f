import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../market/index.ts";

/** Another server works on this data folder: two would run the same requests and drop each other's previews. */
export class AlreadyRunsError extends Error {
  override readonly name = "AlreadyRunsError";
  /** Where it can be reached; null where that is not known, as while it starts. */
  readonly address: string | null;
  constructor(address: string | null) {
    super(`Scanbook already runs on this data folder${address === null ? "." : `: ${address}`}`);
    this.address = address;
  }
}

const noteOf = (data: string): string => join(data, "server.json");

/** A data folder that is this process's alone until it is released, or the process ends. */
export interface HeldFolder {
  /** Tells others where the server can be reached. */
  note(address: string): Promise<void>;
  release(): Promise<void>;
}

/** Takes a data folder for one server, or for what must not run beside one; makes it where it is missing. Throws AlreadyRunsError. */
export async function holdFolder(data: string): Promise<HeldFolder> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(data, "server.lock"));
  if (lock === null) throw new AlreadyRunsError(await addressOf(data));
  return {
    note: (address) => writeFile(noteOf(data), JSON.stringify({ address, pid: process.pid })),
    async release() {
      await rm(noteOf(data), { force: true });
      lock.release();
    },
  };
}

/** Where the server that holds the folder says it is; what a dead one wrote does not count. */
async function addressOf(data: string): Promise<string | null> {
  try {
    const note: unknown = JSON.parse(await readFile(noteOf(data), "utf8"));
    if (typeof note !== "object" || note === null || !("address" in note) || !("pid" in note)) return null;
    if (typeof note.address !== "string" || typeof note.pid !== "number") return null;
    process.kill(note.pid, 0);
    return note.address;
  } catch {
    // None, a torn one, or whoever wrote it is gone.
    return null;
  }
}
