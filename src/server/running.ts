import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../market/index.ts";

/** Another server uses this data folder: two would run the same requests and drop each other's previews. */
export class AlreadyRunsError extends Error {
  override readonly name = "AlreadyRunsError";
  /** Its address; null where that is not known, for example while it starts. */
  readonly address: string | null;
  constructor(address: string | null) {
    super(`Scanbook already runs on this data folder${address === null ? "." : `: ${address}`}`);
    this.address = address;
  }
}

const noteOf = (data: string): string => join(data, "server.json");

/** A data folder that this process holds until it releases it or ends. */
export interface HeldFolder {
  /** Writes the server's address for other processes. */
  note(address: string): Promise<void>;
  release(): Promise<void>;
}

/** Takes a data folder for a server, or for work that must not run at the same time; makes it where it is missing. Throws AlreadyRunsError. */
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

/** Address of the server that holds the folder; null where its process is dead. */
async function addressOf(data: string): Promise<string | null> {
  try {
    const note: unknown = JSON.parse(await readFile(noteOf(data), "utf8"));
    if (typeof note !== "object" || note === null || !("address" in note) || !("pid" in note)) return null;
    if (typeof note.address !== "string" || typeof note.pid !== "number") return null;
    process.kill(note.pid, 0);
    return note.address;
  } catch {
    // No file, or an incomplete one.
    return null;
  }
}
