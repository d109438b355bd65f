import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Another server works on this data folder: two would run the same requests and drop each other's previews. */
export class AlreadyRunsError extends Error {
  override readonly name = "AlreadyRunsError";
  readonly address: string;
  constructor(address: string) {
    super(`Scanbook already runs on this data folder: ${address}`);
    this.address = address;
  }
}

/** Milliseconds for an answer from this machine. */
const PATIENCE = 2_000;

const noteOf = (data: string): string => join(data, "server.json");

/** Address of the server that works on a data folder; null where its note is missing or nobody answers there. */
export async function runningServer(data: string): Promise<string | null> {
  try {
    const note: unknown = JSON.parse(await readFile(noteOf(data), "utf8"));
    const address = typeof note === "object" && note !== null && "address" in note ? note.address : null;
    if (typeof address !== "string") return null;
    const answer = await fetch(`${address}/health`, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? address : null;
  } catch {
    // No note, a torn one, or nobody there: whoever wrote it is gone.
    return null;
  }
}

export async function noteServer(data: string, address: string): Promise<void> {
  await writeFile(noteOf(data), JSON.stringify({ address, pid: process.pid }));
}

export async function forgetServer(data: string): Promise<void> {
  await rm(noteOf(data), { force: true });
}
