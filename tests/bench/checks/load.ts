import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeDemo, openMarket } from "../../../src/market/index.ts";
import { hashPassword } from "../../../src/server/auth/passwords.ts";
import { giveProduct } from "../../../src/server/billing/subscriptions.ts";
import { newId } from "../../../src/server/db/index.ts";
import { withAccounts } from "../../../src/server/index.ts";
import { freePort } from "../../free-port.ts";
import { startProcess } from "../../server/own-process.ts";
import { request } from "../../server/test-server.ts";
import { machineShare } from "../machine-share.ts";
import type { LoneCheck } from "./check.ts";

const USERS = 200;
const SECONDS = 60;
/** What a person pauses between two things he does. */
const PAUSE_MS = 1_000;
/** One in so many things is a scan. */
const SCAN_EVERY = 15;
/** Beyond it the machine itself is starved, every call waits alike, and the ratio says nothing. */
const STARVED_MS = 1_000;
/** Where programs of others take more of the CPU than this, how long calls wait is their doing: it is told and not judged. */
const OTHERS = 0.2;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const PASSWORD = "a load of two hundred";
const ROUTES = ["login", "parse", "empty", "list", "create", "status"] as const;
type Route = (typeof ROUTES)[number];

/** Milliseconds and statuses of calls, by route. */
class Calls {
  readonly times = new Map<Route, number[]>(ROUTES.map((route) => [route, []]));
  readonly statuses = new Map<string, number>();

  async take(route: Route, call: Promise<Response>): Promise<unknown> {
    const began = performance.now();
    const answer = await call;
    const text = await answer.text();
    this.times.get(route)?.push(performance.now() - began);
    const kind = `${route} ${answer.status}`;
    this.statuses.set(kind, (this.statuses.get(kind) ?? 0) + 1);
    return JSON.parse(text);
  }

  p99(route: Route): number {
    const sorted = [...(this.times.get(route) ?? [])].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  }

  count(matches: (status: number) => boolean): number {
    return [...this.statuses].reduce((sum, [kind, n]) => sum + (matches(Number(kind.split(" ")[1])) ? n : 0), 0);
  }
}

const textIn = (answer: unknown, key: string): string => {
  const found = typeof answer === "object" && answer !== null ? new Map(Object.entries(answer)).get(key) : undefined;
  return typeof found === "string" ? found : "";
};

/** Two hundred people at once for a minute, each from an address of his own: they sign in, list, type, create and watch. */
export const load: LoneCheck = {
  name: "load",
  async alone() {
    const data = await mkdtemp(join(tmpdir(), "scanbook-load-"));
    const market = await openMarket({ folder: data });
    await makeDemo(market, { symbols: 60, years: 1, minuteDays: 2 });
    await market.close();
    const port = await freePort();
    const server = await startProcess(data, port, undefined, { TRUST_PROXY: "1" });
    const calls = new Calls();
    const own = monitorEventLoopDelay();
    const look = await machineShare(server.child.pid ?? 0);
    let shared = { others: 0, load: [0, 0] as readonly [number, number] };
    try {
      const emails = await people(data);
      own.enable();
      const until = performance.now() + SECONDS * 1000;
      await Promise.all(emails.map((email, n) => person(calls, port, email, n, until)));
      own.disable();
      shared = await look();
    } finally {
      server.child.kill("SIGTERM");
      await server.ended;
      await rm(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
    const all = [...calls.statuses].toSorted(([a], [b]) => a.localeCompare(b)).map(([kind, n]) => `${kind}: ${n}`);
    return {
      figures: [
        {
          question: "/parse, p99",
          ours: calls.p99("parse"),
          against: "an empty route",
          theirs: calls.p99("empty"),
          unit: "ms",
          bound: { atMost: 3 },
          note: [
            ...all,
            `load average ${shared.load.map((one) => one.toFixed(1)).join(" before, ")} after`,
            `others took ${percent(shared.others)} of the CPU`,
            `the callers themselves were late by ${(own.percentile(99) / 1e6).toFixed(0)} ms at p99`,
          ].join(", "),
        },
      ],
      plain: [
        {
          question: `answers 5xx to ${USERS} people`,
          value: calls.count((status) => status >= 500),
          unit: "answers",
          atMost: 0,
        },
        ...ROUTES.map((route) => ({
          question: `${route}, p99`,
          value: calls.p99(route),
          unit: "ms" as const,
          atMost: route === "empty" && shared.others < OTHERS ? STARVED_MS : null,
        })),
      ],
    };
  },
};

async function people(data: string): Promise<readonly string[]> {
  const hashed = await hashPassword(PASSWORD);
  return withAccounts(data, null, async (db) => {
    const emails = Array.from({ length: USERS }, (_, n) => `person${n}@example.org`);
    for (const email of emails) {
      const id = newId();
      const made = { id, email, name: email, password_hash: hashed, role: null, status: "active" as const };
      await db
        .insertInto("account")
        .values({ ...made, totp_secret: null, totp_last_step: null })
        .execute();
      await giveProduct(db, id, "unlimited");
    }
    return emails;
  });
}

async function person(calls: Calls, port: number, email: string, n: number, until: number): Promise<void> {
  const from = `203.0.113.${n + 1}`;
  const address = { "x-forwarded-for": from, "content-type": "application/json" };
  const send = (method: string, path: string, token: string, body?: object): Promise<Response> =>
    fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { ...address, ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  // They come one after the other over some seconds, as people do.
  await delay((n / USERS) * 10_000);
  const token = textIn(
    await calls.take("login", send("POST", "/v1/auth/jwt", "", { email, password: PASSWORD })),
    "token",
  );
  let watched = "";
  for (let turn = n; performance.now() < until; turn += 1) {
    const formula = `([daily close adj] / [daily close -${(turn % 20) + 1} adj] - 1) * 100 > avg([daily volume], -20 .. -1)`;
    const empty = (): Promise<unknown> =>
      calls.take("empty", fetch(`http://localhost:${port}/health`, { headers: { "x-forwarded-for": from } }));
    const parse = (): Promise<unknown> => calls.take("parse", send("POST", "/parse", "", { formula, is_filter: true }));
    // One after the other, each as often the first: both meet the same moments.
    for (const ask of turn % 2 === 0 ? [empty, parse] : [parse, empty]) await ask();
    if (turn % SCAN_EVERY === 0)
      watched = textIn(await calls.take("create", send("POST", "/v1/data-requests", token, request())), "id");
    else if (turn % 3 === 0) await calls.take("list", send("GET", "/v1/data-requests", token));
    else if (watched !== "") await calls.take("status", send("GET", `/v1/data-requests/${watched}/status`, token));
    await delay(PAUSE_MS * (0.5 + Math.random()));
  }
}
