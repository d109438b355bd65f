/**
 * `npm run test:postgres -- [files]`: tests of the server on a PostgreSQL that is not the embedded one: that of DATABASE_URL, or
 * the one installed on this machine in a temporary cluster. Without files, the whole suite of the server.
 */
import "./node-version.ts";
import { spawn } from "node:child_process";
import { installedPostgres, startInstalledPostgres } from "./debian-postgres.ts";

const files = process.argv.slice(2);
const given = process.env["DATABASE_URL"];

async function run(url: string): Promise<number> {
  const tests = files.length === 0 ? ["tests/server"] : files;
  const vitest = spawn("vitest", ["run", "--project", "engine", ...tests], {
    stdio: "inherit",
    env: { ...process.env, DATABASE_URL: url },
  });
  return new Promise((done) => vitest.once("close", (status) => done(status ?? 1)));
}

if (given !== undefined && given !== "") {
  process.exitCode = await run(given);
} else {
  const programs = installedPostgres();
  if (programs === null) {
    console.error("There is no PostgreSQL on this machine: apt-get install postgresql, or give one by DATABASE_URL.");
    process.exitCode = 1;
  } else {
    const postgres = await startInstalledPostgres(programs);
    console.log(`On ${postgres.version}`);
    try {
      process.exitCode = await run(postgres.url);
    } finally {
      await postgres.stop();
    }
  }
}
