import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Logger } from "pino";
import { ROUTES, StatusAnswer } from "../../src/contract/index.ts";
import { makeDemo, openMarket } from "../../src/market/index.ts";
import type { Market } from "../../src/market/index.ts";
import { openSession } from "../../src/server/auth/sessions.ts";
import { giveProduct } from "../../src/server/billing/subscriptions.ts";
import { newId } from "../../src/server/db/index.ts";
import type { Db } from "../../src/server/db/index.ts";
import { ALL_QUEUES, createServer, requestEnded } from "../../src/server/index.ts";
import type { Config, Queue, Server } from "../../src/server/index.ts";
import { OPEN_STATUSES } from "../../src/server/runs/run-status.ts";
import { preparedFolder } from "../prepared-folder.ts";
import { sharedServices } from "../shared-services.ts";
import { withTestDatabase } from "./test-database.ts";
import { until } from "./until.ts";

export interface TestServer extends Omit<Server, "address"> {
  readonly market: Market;
  readonly data: string;
  /** The environment that leads the command line to the same account database. */
  readonly env: Readonly<Record<string, string>>;
  /** The account in whose name `get` and `post` call. */
  readonly account: string;
  /** The same data folder and market behind a new server, as after a restart. */
  restart(): Promise<Omit<Server, "address">>;
  end(): Promise<void>;
}

const silent = pino({ level: "silent" });

/** A small demo market, and an embedded account database that nobody has used. */
async function prepare(data: string): Promise<void> {
  const { config, drop } = await withTestDatabase();
  const market = await openMarket({ folder: data });
  await makeDemo(market, { symbols: 30, years: 1, minuteDays: 2 });
  const server = await createServer({ market, data, client: null, port: 3000, logger: silent, config });
  await server.close();
  await market.close();
  await drop();
}

/** A data folder with the small demo market, nobody working on it. */
export const serverFolder = (): Promise<string> => preparedFolder("server", prepare);

export interface TestServerOptions {
  readonly config?: Config;
  readonly logger?: Logger;
  /**
   * Whether engine and PostgreSQL are its own, in its data folder: for tests that end or copy them. `"market"` is the engine
   * alone, for tests that change the market or look at all that the engine has.
   */
  readonly own?: boolean | "market";
  /** What it takes from the queues; everything by default. */
  readonly queues?: readonly Queue[];
}

/**
 * A server on a small demo market and an account database of its own, called by `inject`. The market is the one of all tests,
 * to be read only, unless it is its own.
 */
export async function startTestServer({
  config: given,
  logger = silent,
  own = false,
  queues = ALL_QUEUES,
}: TestServerOptions = {}): Promise<TestServer> {
  const services = own === true ? null : await sharedServices();
  const { config, drop } = await withTestDatabase(given, services);
  const shared = own === false ? services : null;
  const data = await (shared ? mkdtemp(join(tmpdir(), "scanbook-server-")) : serverFolder());
  const market = await openMarket({ folder: shared?.market ?? data });
  const start = async (): Promise<Omit<Server, "address">> => {
    const started = await createServer({
      market,
      data,
      client: null,
      port: 3000,
      logger,
      config,
      queues,
    });
    callers.set(started.app, HERE);
    return started;
  };
  const server = await start();
  const account = await makeAccount(server.db);
  const headers = await signedIn(server.db, account);
  callers.set(server.app, headers);
  return {
    ...server,
    market,
    data,
    env: config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl },
    account,
    async restart() {
      const restarted = await start();
      callers.set(restarted.app, headers);
      return restarted;
    },
    async end() {
      await server.close();
      await market.close();
      await drop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

type Headers = Readonly<Record<string, string>>;

/** Headers of a page of our own. */
export const HERE: Headers = { host: "localhost:3000", "sec-fetch-site": "same-origin" };
/** In whose name `get` and `post` call an app. */
const callers = new WeakMap<FastifyInstance, Headers>();

interface MadeAccount {
  readonly email?: string;
  readonly role?: "super_admin" | null;
  readonly status?: "active" | "blocked" | "pending_confirmation";
  /** Whether it is on; by default where the role takes it. */
  readonly secondFactor?: boolean;
  /** Null for the free plan, as after signing up. */
  readonly product?: string | null;
}

/** An account without a password, by default under the plan without limits. */
export async function makeAccount(
  db: Db,
  { email, role = null, status = "active", secondFactor = role !== null, product = "unlimited" }: MadeAccount = {},
): Promise<string> {
  const id = newId();
  await db
    .insertInto("account")
    .values({
      id,
      email: email ?? `${id}@example.org`,
      name: "Ada",
      password_hash: null,
      role,
      status,
      totp_secret: secondFactor ? randomBytes(20).toString("base64") : null,
      totp_confirmed_at: secondFactor ? new Date() : null,
      totp_last_step: null,
    })
    .execute();
  if (product !== null) await giveProduct(db, id, product);
  return id;
}

/** Headers of a program that signed in as the account. */
export async function signedIn(db: Db, account: string): Promise<Headers> {
  const { token } = await openSession(db, { account, browser: false, address: "127.0.0.1", agent: null });
  return { ...HERE, authorization: `Bearer ${token.text}` };
}

export const request = (changes: object = {}): object => ({
  name: "Up days",
  Date_Range: { start_date: "2025-10-01", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "up", formula: "[daily close adj] > [daily open adj]" }] },
  columns: {
    Custom: [
      { name: "Close", formula: "[daily close adj]" },
      { name: "Change", formula: "([daily close adj] / [daily close -1 adj] - 1) * 100" },
    ],
  },
  ...changes,
});

export async function post(app: FastifyInstance, url: string, payload: object) {
  return app.inject({ method: "POST", url, headers: callers.get(app) ?? HERE, payload });
}

export async function get(app: FastifyInstance, url: string) {
  return app.inject({ method: "GET", url, headers: callers.get(app) ?? HERE });
}

/** Resolves when a preview is over; at once where there is none. */
export async function previewOver(db: Db, id: string): Promise<void> {
  const open = (): Promise<object | undefined> =>
    db.selectFrom("preview").select("id").where("id", "=", id).where("status", "in", OPEN_STATUSES).executeTakeFirst();
  await until(open, (found) => found === undefined, PREVIEW_LOOK_MS);
}

const PREVIEW_LOOK_MS = 25;

/** Waits for the end of a run by the door that tests share with the command line, then asks as a page would. */
export async function ended(
  { app, db }: Pick<Server, "app" | "db">,
  id: string,
  account: string,
): Promise<StatusAnswer> {
  await previewOver(db, id);
  await requestEnded(db, account, id);
  const answer = await get(app, ROUTES.status.path.replace(":id", id));
  return StatusAnswer.parse(answer.json());
}
