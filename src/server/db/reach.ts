import { cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { RunAs } from "./system-user.ts";

/** Whether a user may pass through every folder above a path. */
async function mayReach(path: string, { uid, gid }: RunAs): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => null);
    if (found !== null) {
      const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
      if (((found.mode >> shift) & 1) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/** A program, its arguments, and the user for `spawn`; without one, the program itself takes the user. */
interface Started {
  readonly program: string;
  readonly args: readonly string[];
  readonly as: RunAs | Record<string, never>;
}

/** Folder of programs that root shares with all users. */
const SHARED = "/var/lib/scanbook";

/**
 * Path of a program that the user can run: its own or, below a folder closed to the user, one in a copy of its package,
 * made once. PostgreSQL looks for its other programs with the user's rights, so a right to pass folders does not help.
 */
export async function runnable(program: string, user: RunAs): Promise<string> {
  if (process.getuid?.() !== 0 || (await mayReach(program, user))) return program;
  const native = dirname(dirname(program));
  const { mtimeMs, size } = await stat(program);
  const copy = join(SHARED, `postgres-${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`);
  const copied = join(copy, "bin", basename(program));
  if ((await stat(copied).catch(() => null)) !== null) return copied;
  const making = `${copy}.${process.pid}`;
  await mkdir(SHARED, { recursive: true, mode: 0o755 });
  await cp(native, making, { recursive: true, verbatimSymlinks: true });
  // Another process may have made the copy first.
  await rename(making, copy).catch(() => rm(making, { recursive: true, force: true }));
  return copied;
}

/**
 * How to start a program as the user. Where a folder above is closed to the user (a checkout below /root), setpriv of
 * util-linux adds the single right to pass it; other users get no access.
 */
export async function startAs(
  user: RunAs,
  program: string,
  args: readonly string[],
  paths: readonly string[],
): Promise<Started> {
  const reached = await Promise.all([program, ...paths].map((path) => mayReach(path, user)));
  if (process.getuid?.() !== 0 || reached.every(Boolean)) return { program, args, as: user };
  const rights = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  return { program: "setpriv", args: [...identity, ...rights, program, ...args], as: {} };
}
