import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { postgresUser } from "../src/server/db/system-user.ts";

/** Where Debian and its kin keep the programs, a folder a version. */
const VERSIONS = "/usr/lib/postgresql";

export interface RunningPostgres {
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/** Folder of the newest PostgreSQL that this machine has as a package; null without one. */
export function installedPostgres(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number).filter(Number.isFinite) : [];
  const folders = versions.sort((a, b) => b - a).map((version) => join(VERSIONS, String(version), "bin"));
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** Starts a cluster of the machine's own PostgreSQL in a temporary folder, on a Unix socket in it, with more settings `name=value`. */
export async function startInstalledPostgres(programs: string, more: readonly string[] = []): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "scanbook-pg-"));
  const user = await postgresUser();
  chownSync(folder, user.uid, user.gid);
  const cluster = join(folder, "data");
  const as = { ...user, cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C" } };
  const made = spawnSync(
    join(programs, "initdb"),
    [`--pgdata=${cluster}`, "--username=scanbook", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
    { ...as, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  const settings = [
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    "fsync=off",
    "log_min_messages=fatal",
    ...more,
  ];
  const server = spawn(join(programs, "postgres"), ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])], {
    ...as,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((done) => server.once("close", () => done()));
  const version = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" }).stdout.trim();
  const stop = async (): Promise<void> => {
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!existsSync(join(folder, ".s.PGSQL.5432"))) {
    if (server.exitCode !== null) throw new Error("PostgreSQL did not start");
    await delay(50);
  }
  return { url: `postgres://scanbook@localhost/postgres?host=${encodeURIComponent(folder)}`, version, stop };
}
