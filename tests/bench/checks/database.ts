import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { installedPostgres, startInstalledPostgres } from "../../../scripts/debian-postgres.ts";
import { makeDemo, openMarket } from "../../../src/market/index.ts";
import { hashPassword } from "../../../src/server/auth/passwords.ts";
import { newId } from "../../../src/server/db/index.ts";
import { startProgram, type OwnProgram } from "../../server/own-program.ts";
import { request } from "../../server/test-server.ts";
import type { Plain } from "../report.ts";
import type { LoneCheck } from "./check.ts";

const PASSWORD = "as much as a scan costs";
const EMAIL = "reader@example.org";
const SCANS = 3;
/** Shorter ones are mostly their beginning and end. */
const LEAST_SECONDS = 5;
const IDLE_SECONDS = 30;
const LOOK_MS = 50;

/** As wide and as long as an account without a plan may ask for. */
const WIDE = request({
  name: "Wide",
  Date_Range: { start_date: "2023-01-03", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "all", formula: "[daily close] > 0" }] },
  columns: {
    Custom: Array.from({ length: 20 }, (_, n) => ({
      name: `C${n}`,
      formula: `avg([daily close adj], -${n + 20} .. 0)`,
    })),
  },
});

/** What a server's statements came to, as `pg_stat_statements` counts them. */
interface Work {
  readonly at: number;
  readonly statements: number;
  readonly byText: ReadonlyMap<string, number>;
}

interface Rate {
  readonly statements: number;
  readonly often: string;
}

const perMinute = (from: Work, to: Work): Rate => {
  const minutes = (to.at - from.at) / 60_000;
  const often = [...to.byText]
    .map(([text, calls]) => [text, (calls - (from.byText.get(text) ?? 0)) / minutes] as const)
    .filter(([, calls]) => calls >= 1)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([text, calls]) => `${calls.toFixed(0)} ${text}`);
  return {
    statements: (to.statements - from.statements) / minutes,
    often: often.join("; "),
  };
};

/** Another user than the server's, so that what it asks does not count. */
async function lookerAt(url: string): Promise<Client> {
  const own = new Client({ connectionString: url });
  await own.connect();
  await own.query("CREATE EXTENSION pg_stat_statements; CREATE ROLE looker SUPERUSER LOGIN");
  await own.end();
  const at = new URL(url);
  at.username = "looker";
  const looker = new Client({ connectionString: at.href });
  await looker.connect();
  return looker;
}

async function workSoFar(looker: Client): Promise<Work> {
  const { rows } = await looker.query<{ text: string; calls: string }>(
    String.raw`SELECT regexp_replace(left(query, 110), '\s+', ' ', 'g') AS text, sum(calls) AS calls
    FROM pg_stat_statements WHERE userid = (SELECT oid FROM pg_roles WHERE rolname = 'scanbook') GROUP BY text`,
  );
  return {
    at: performance.now(),
    statements: rows.reduce((sum, { calls }) => sum + Number(calls), 0),
    byText: new Map(rows.map(({ text, calls }) => [text, Number(calls)])),
  };
}

/**
 * What PostgreSQL has to do for a scan that runs, and for a server and a worker that have nothing to do; in statements
 * a minute. `main` may be that of another version of the program, whose roles then are those given.
 */
export async function workOfScans(
  roles: readonly ("serve" | "work" | "start")[],
  main?: string,
): Promise<{ readonly idle: Rate; readonly running: Rate; readonly seconds: number }> {
  const programs = installedPostgres();
  if (programs === null) throw new Error("There is no PostgreSQL on this machine: apt-get install postgresql.");
  const postgres = await startInstalledPostgres(programs, ["shared_preload_libraries=pg_stat_statements"]);
  const data = await mkdtemp(join(tmpdir(), "scanbook-database-"));
  const running: OwnProgram[] = [];
  let looker: Client | null = null;
  try {
    const market = await openMarket({ folder: data });
    await makeDemo(market, { symbols: 4_000, years: 4, minuteDays: 2 });
    await market.close();
    const looking = await lookerAt(postgres.url);
    looker = looking;
    const env = {
      DATABASE_URL: postgres.url,
      METRICS_PORT: "0",
      SECRETS_KEYS: randomBytes(32).toString("base64"),
    };
    for (const role of roles)
      running.push(await startProgram(role, data, env, undefined, main === undefined ? {} : { main }));
    const address = running[0]?.said("Scanbook") ?? "";
    const hashed = await hashPassword(PASSWORD);
    await looking.query(
      "INSERT INTO account (id, email, name, password_hash, role, status) VALUES ($1, $2, $2, $3, NULL, 'active')",
      [newId(), EMAIL, hashed],
    );
    const post = async (path: string, body: object, token = ""): Promise<{ token: string; id: string }> => {
      const headers = { "content-type": "application/json", ...(token === "" ? {} : { authorization: token }) };
      const answer = await fetch(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return JSON.parse(await answer.text());
    };
    const { token } = await post("/v1/auth/jwt", { email: EMAIL, password: PASSWORD });

    let before = await workSoFar(looking);
    await delay(IDLE_SECONDS * 1_000);
    const idle = perMinute(before, await workSoFar(looking));
    const rates: Rate[] = [];
    let seconds = 0;
    for (let scan = 0; scan < SCANS; scan += 1) {
      const { id } = await post("/v1/data-requests", WIDE, `Bearer ${token}`);
      const statusIs = async (wanted: string): Promise<void> => {
        for (;;) {
          const { rows } = await looking.query<{ status: string }>(
            "SELECT status FROM run WHERE data_request_id = $1",
            [id],
          );
          if (rows[0]?.status === wanted) return;
          if (rows[0]?.status === "Failed") throw new Error("the scan failed");
          await delay(LOOK_MS);
        }
      };
      await statusIs("Running");
      before = await workSoFar(looking);
      await statusIs("Finished");
      const after = await workSoFar(looking);
      seconds += (after.at - before.at) / 1_000;
      rates.push(perMinute(before, after));
    }
    if (seconds / SCANS < LEAST_SECONDS)
      throw new Error(`A scan took ${(seconds / SCANS).toFixed(1)} s: too short to count.`);
    const mean = (of: (rate: Rate) => number): number => rates.reduce((sum, rate) => sum + of(rate), 0) / rates.length;
    return {
      idle,
      running: {
        statements: mean(({ statements }) => statements) - idle.statements,
        often: rates[0]?.often ?? "",
      },
      seconds: seconds / SCANS,
    };
  } finally {
    for (const program of running) program.child.kill("SIGTERM");
    await Promise.all(running.map(({ ended }) => ended));
    await looker?.end();
    await postgres.stop();
    await rm(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const plain = (question: string, value: number, note: string, atMost: number | null = null): Plain => ({
  question,
  value,
  unit: "a minute",
  atMost,
  note,
});

/** The account database's part of a scan that runs: progress and signs of life, nothing else. */
export const database: LoneCheck = {
  name: "database",
  async alone() {
    const { idle, running, seconds } = await workOfScans(["serve", "work"]);
    return {
      figures: [],
      plain: [
        plain("statements of a server and a worker that have nothing to do", idle.statements, idle.often),
        plain(
          "statements more while a scan runs",
          running.statements,
          `scans of ${seconds.toFixed(1)} s: ${running.often}`,
        ),
      ],
    };
  },
};
