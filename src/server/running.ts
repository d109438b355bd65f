import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../market/index.ts";

/** What a data folder has one of at a time: a server, and a worker beside it. */
type Role = "server" | "worker";

/** Another server or worker uses this data folder: each has its own files, mails and keys there. */
export class AlreadyRunsError extends Error {
  override readonly name = "AlreadyRunsError";
  /** Its address; null where that is not known, for example while it starts. */
  readonly address: string | null;
  /** Who runs there, at the start of a sentence. */
  readonly what: string;
  constructor(address: string | null, role: Role = "server") {
    const what = role === "server" ? "Scanbook" : "A worker";
    super(`${what} already runs on this data folder${address === null ? "." : `: ${address}`}`);
    this.address = address;
    this.what = what;
  }
}

const noteOf = (data: string, role: Role): string => join(data, `${role}.json`);

/** A data folder that this process holds until it releases it or ends. */
export interface HeldFolder {
  /** Writes the server's address for other processes. */
  note(address: string): Promise<void>;
  release(): Promise<void>;
}

/** Takes a data folder for a server or a worker, or for work that must not run at the same time; makes it where it is missing. Throws AlreadyRunsError. */
export async function holdFolder(data: string, role: Role = "server"): Promise<HeldFolder> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(data, `${role}.lock`));
  if (lock === null) throw new AlreadyRunsError(await addressOf(data, role), role);
  return {
    note: (address) => writeFile(noteOf(data, role), JSON.stringify({ address, pid: process.pid })),
    async release() {
      await rm(noteOf(data, role), { force: true });
      lock.release();
    },
  };
}

/** Address of the server or worker that holds the folder; null where its process is dead. */
export async function addressOf(data: string, role: Role = "server"): Promise<string | null> {
  try {
    const note: unknown = JSON.parse(await readFile(noteOf(data, role), "utf8"));
    if (typeof note !== "object" || note === null || !("address" in note) || !("pid" in note)) return null;
    if (typeof note.address !== "string" || typeof note.pid !== "number") return null;
    process.kill(note.pid, 0);
    return note.address;
  } catch {
    // No file, or an incomplete one.
    return null;
  }
}
