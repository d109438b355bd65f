import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where the engine of a folder listens, and the secret that keeps other users of the machine out. */
export interface Address {
  readonly port: number;
  readonly pid: number;
  readonly secret: string;
}

/**
 * Names a folder by where it is and by its number on its disk: a copy of it, or a folder put in its place, has another
 * name. An engine answers with the name of the folder it was started on.
 */
export async function folderName(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `${dev}:${ino}:${await realpath(folder)}`;
}

/** What an engine answers to `/ping`, its folder's name in the header. */
export const PING_ANSWER = "Ok.\n";
export const FOLDER_HEADER = "x-scanbook-folder";

/** What keeps an engine running for another process than its parent, as long as its answer is not ended. */
export const SHARE_PATH = "/share";

/** What a parent that ends says to its engine; without it, killed, it takes the engine along. */
export const CLOSE_MESSAGE = "close";

/** What the engine process says to its parent. */
export type EngineMessage =
  | { readonly kind: "ready"; readonly address: Address }
  /** After CLOSE_MESSAGE: others share it, it ends with the last of them. */
  | { readonly kind: "shared" }
  | {
      readonly kind: "failed";
      /** Null where the program itself refused to start. */
      readonly code: number | null;
      readonly message: string;
    };

export function addressFile(folder: string): string {
  return join(folder, "engine.json");
}

function isAddress(value: unknown): value is Address {
  if (typeof value !== "object" || value === null) return false;
  const address = value as Partial<Record<keyof Address, unknown>>;
  return typeof address.port === "number" && typeof address.pid === "number" && typeof address.secret === "string";
}

/** The address left in a folder, whether its engine still lives or not; null without one. */
export async function readAddress(folder: string): Promise<Address | null> {
  try {
    const value: unknown = JSON.parse(await readFile(addressFile(folder), "utf8"));
    return isAddress(value) ? value : null;
  } catch {
    // No file, or not one of ours: no engine.
    return null;
  }
}
