import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The user that runs PostgreSQL, which refuses root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const NAME = "scanbook";
const run = promisify(execFile);

/** This process's own user, or as root the system user `scanbook`, made where it is missing. */
export async function postgresUser(): Promise<RunAs> {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? 0 };
  const known = await systemUser();
  if (known !== null) return known;
  try {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME]);
  } catch (error) {
    // Another process may have made it at the same time.
    const made = await systemUser();
    if (made !== null) return made;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `PostgreSQL does not run as root, and the system user ${NAME} could not be created (${reason.trim()}). Start as an ordinary user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  const made = await systemUser();
  if (made === null) throw new Error(`The system user ${NAME} was created but cannot be found.`);
  return made;
}

async function systemUser(): Promise<RunAs | null> {
  const users = await readFile("/etc/passwd", "utf8");
  const [, , uid, gid] =
    users
      .split("\n")
      .find((line) => line.startsWith(`${NAME}:`))
      ?.split(":") ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}
