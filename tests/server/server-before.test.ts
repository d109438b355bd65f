import { execFileSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFile, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { stepsTaken, unknownSteps } from "../../src/server/db/schema-steps.ts";
import { NEWEST_STEP, openDatabase } from "../../src/server/db/index.ts";
import { openEmbedded } from "../../src/server/db/embedded.ts";
import { rounds } from "../cases.ts";
import { signIn } from "./own-process.ts";
import { startProgram } from "./own-program.ts";
import { request } from "./test-server.ts";
import { until } from "./until.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** The last commit before the steps from 0013 on: what runs while they are taken. Move it on with each release. */
const VERSION_BEFORE = "ff1c1b6";

// It takes the project's history, and makes a demo market.
test.skipIf(rounds(0, 1) === 0)(
  "a server of the version before goes on working while and after the database is brought to this version (in the soak)",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "scanbook-before-"));
    const [sources, data] = [join(folder, "sources"), join(folder, "data")];
    await mkdir(sources);
    const archive = execFileSync("git", ["archive", VERSION_BEFORE, "src", "presets", "package.json"], {
      cwd: ROOT,
      maxBuffer: 1 << 28,
    });
    execFileSync("tar", ["-x", "-C", sources], { input: archive });
    await symlink(join(ROOT, "node_modules"), join(sources, "node_modules"));
    const postgres = await openEmbedded(join(folder, "postgres"));
    const { user, host, port, database: name } = postgres.address;
    const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`;
    const children: ChildProcess[] = [];
    try {
      const main = join(sources, "src/cli/main.ts");
      const env = { DATABASE_URL: url };
      const before = await startProgram("start", data, env, (child) => children.push(child), {
        main,
        options: ["--demo"],
      });
      const account: { readonly email: string; readonly password: string } = JSON.parse(
        await readFile(join(data, "demo-account.json"), "utf8"),
      );
      const address = new URL(before.said("Scanbook") ?? "");
      const send = await signIn(Number(address.port), account);
      const works = async (name: string): Promise<void> => {
        const { body } = await send("POST", "/v1/data-requests", request({ name }));
        expect(
          await until(
            async () => (await send("GET", `/v1/data-requests/${body.id}/status`)).body,
            ({ status }) => status !== "Pending" && status !== "Running",
          ),
        ).toMatchObject({ status: "Finished", error: null });
        const { body: profile } = await send("GET", "/v1/profile");
        expect(profile.email).toBe(account.email);
        expect(JSON.stringify((await send("GET", "/v1/data-requests")).body)).toContain(`"${name}"`);
        expect((await fetch(new URL("/ready", address))).status).toBe(200);
      };
      await works("Before");
      const logger = pino({ level: "silent" });
      const now = await openDatabase({ data: folder, url, logger });
      const taken = await stepsTaken(now.db);
      expect(taken).toContain(NEWEST_STEP);
      expect(unknownSteps(taken)).toEqual([]);
      await now.close();
      await works("After");
      before.child.kill("SIGTERM");
      expect(await before.ended, before.all()).toBe(0);
    } finally {
      for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
      await postgres.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
  600_000,
);
