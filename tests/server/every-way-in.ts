import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { totp } from "../../src/server/accounts/access/second-factor.ts";
import { openKeyring } from "../../src/server/auth/keyring.ts";
import { newId } from "../../src/server/db/index.ts";
import { mailsTo, tokenIn } from "./mails.ts";
import type { OpenIdProvider } from "./open-id-provider.ts";
import { CLIENT } from "./open-id-provider.ts";
import { somebody } from "./people.ts";
import { HERE, request } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { CALL_MS, until } from "./until.ts";

type Headers = Readonly<Record<string, string>>;
type Method = "GET" | "POST" | "PUT" | "DELETE";
export const CHARTS: Headers = { host: "charts.example.org", "sec-fetch-site": "same-origin" };

/** Secrets that occurred, by what they are. */
export class Secrets {
  readonly found = new Map<string, string>();

  /** Keeps one; fails where there is none, so that nothing is searched for in vain. */
  keep(name: string, secret: unknown): string {
    if (typeof secret !== "string" || secret.length < 6) throw new Error(`There was no ${name}.`);
    this.found.set(`${name} ${this.found.size}`, secret);
    return secret;
  }
}

/** A browser before the product: keeps cookies, and every one of them as a secret. */
function browser({ app }: TestServer, secrets: Secrets) {
  const jar = new Map<string, string>();
  return async (method: Method, url: string, payload?: object, headers: Headers = {}) => {
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join("; ");
    const answer = await app.inject({
      method,
      url,
      headers: { ...HERE, ...headers, cookie },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of answer.cookies) {
      if (value !== "") jar.set(name, secrets.keep(`cookie ${name}`, value));
    }
    return answer;
  };
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

async function mailed(server: TestServer, secrets: Secrets, to: string, subject: string): Promise<string> {
  const mails = await until(
    () => mailsTo(server.data, to),
    (found) => found.some((mail) => mail.subject === subject),
  );
  return secrets.keep(`link of "${subject}"`, tokenIn(mails.findLast((mail) => mail.subject === subject)?.text ?? ""));
}

/** Signing up, confirming, in by password, wrong, forgotten, reset, changed; another address; the second factor. */
export async function byPassword(server: TestServer, secrets: Secrets): Promise<void> {
  const call = browser(server, secrets);
  const [email, fresh] = ["all@example.org", "all-new@example.org"];
  const password = secrets.keep("password", "first of the phrases");
  const wrong = secrets.keep("wrong password", "guessed of the phrases");
  const next = secrets.keep("new password", "second of the phrases");
  const last = secrets.keep("last password", "third of the phrases");
  await call("POST", "/v1/users/signup", { name: "Ada", email, password });
  await call("POST", "/v1/users/verify", {
    token: await mailed(server, secrets, email, "Confirm your e-mail address"),
  });
  await call("POST", "/v1/auth/jwt", { email, password: wrong });
  await call("POST", "/v1/users/forgot-password", { email });
  const token = await mailed(server, secrets, email, "Choose a new password");
  await call("POST", "/v1/users/reset-password", { token, password: next });
  const signIn = async (how: object) => {
    const signed = await call("POST", "/v1/auth/jwt", { email, password: next, ...how });
    return bearer(secrets.keep("bearer", signed.json().token));
  };
  let mine = await signIn({});
  await call("POST", "/v1/profile/change-password", { old_password: wrong, new_password: last }, mine);
  await call("POST", "/v1/profile/change-password", { old_password: next, new_password: last }, mine);
  const made = (await call("POST", "/v1/profile/second-factor", { password: last }, mine)).json();
  secrets.keep("authenticator's key", made.secret);
  const { id } = (await call("GET", "/v1/profile", undefined, mine)).json();
  const { totp_secret } = await server.db
    .selectFrom("account")
    .select("totp_secret")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const key = (await openKeyring(server.data, null)).open(totp_secret ?? "", id) ?? Buffer.alloc(0);
  const step = Math.floor(Date.now() / 30_000);
  const code = secrets.keep("code", totp(key, step));
  const confirmed = await call("POST", "/v1/profile/second-factor/confirm", { code }, mine);
  for (const one of confirmed.json().recovery_codes) {
    secrets.keep("recovery code", one);
    secrets.keep("recovery code", one.replaceAll("-", ""));
  }
  mine = await signIn({ password: last, code: secrets.keep("code", totp(key, step + 1)) });
  await call("POST", "/v1/profile/second-factor/off", { code: confirmed.json().recovery_codes[0] }, mine);
  await call("POST", "/v1/profile/change-email", { email: fresh, password: last }, mine);
  await call("POST", "/v1/users/verify", {
    token: await mailed(server, secrets, fresh, "Confirm your new e-mail address"),
  });
}

/** In by Google: the way there, its cookie, the way back. */
export async function byGoogle(server: TestServer, secrets: Secrets, provider: OpenIdProvider): Promise<void> {
  const call = browser(server, secrets);
  secrets.keep("client's secret", CLIENT.secret);
  const start = await call("GET", "/v1/auth/google");
  const there = start.headers.location ?? "";
  for (const name of ["state", "nonce", "code_challenge"]) secrets.keep(name, new URL(there).searchParams.get(name));
  const person = { sub: "everywhere", email: "google@example.org", email_verified: true, name: "Goo" };
  const back = await provider.visit(there, person);
  secrets.keep("code of the way back", back.searchParams.get("code"));
  const answer = await call("GET", `${back.pathname}${back.search}`, undefined, { "sec-fetch-site": "cross-site" });
  const token = new URLSearchParams((answer.headers.location ?? "").split("#")[1]).get("token");
  await call("GET", "/v1/profile", undefined, bearer(secrets.keep("bearer of Google's way", token)));
  // The same once more: its code was used.
  await call("GET", `${back.pathname}${back.search}`, undefined, { "sec-fetch-site": "cross-site" });
}

/** API tokens, tickets of downloads, codes and sessions of the charts, use-as, webhooks with their signatures, payment. */
export async function byOtherMeans(server: TestServer, secrets: Secrets): Promise<void> {
  const { app, chartApp, payments } = server;
  const ada = await somebody(server);
  secrets.keep("program's bearer", ada.headers["authorization"]?.slice("Bearer ".length));
  const { body: api } = await ada.send("POST", "/v1/profile/tokens", { name: "x", scopes: ["folders"] });
  for (const url of ["/v1/folders", "/v1/profile"]) {
    await app.inject({ method: "GET", url, headers: { ...HERE, ...bearer(secrets.keep("API token", api.token)) } });
  }
  const { body: chart } = await ada.send("POST", "/v1/chart/code", {});
  const redeem = async () =>
    chartApp.inject({ method: "POST", url: "/v1/chart/session", headers: CHARTS, payload: { code: chart.code } });
  secrets.keep("code of the charts", chart.code);
  secrets.keep("bearer of the charts", (await redeem()).json().token);
  await redeem();

  const hook = await receiver();
  try {
    const { body: webhook } = await ada.send("POST", "/v1/profile/webhooks", { url: hook.url });
    secrets.keep("webhook's secret", webhook.secret);
    await ada.send("POST", `/v1/profile/webhooks/${webhook.id}/test`);
    const headers = await until(hook.received, (found) => found !== null);
    secrets.keep("signature", headers?.["scanbook-signature"]);
  } finally {
    await hook.close();
  }

  const { body: made } = await ada.send("POST", "/v1/data-requests", request());
  await until(
    () => ada.send("GET", `/v1/data-requests/${made.id}/status`),
    ({ body }) => body.status === "Finished",
    CALL_MS,
  );
  const { body: ticket } = await ada.send("POST", `/v1/data-requests/${made.id}/ticket`, { format: "csv" });
  secrets.keep("ticket", ticket.address.split("/").at(-1));
  for (const _ of [1, 2]) await app.inject({ method: "GET", url: ticket.address, headers: HERE });

  const admin = await somebody(server, { role: "super_admin" });
  const { body: used } = await admin.send("POST", `/v1/users/${ada.id}/use-as`, {});
  const acting = bearer(secrets.keep("bearer of a use-as", used.token));
  await admin.send("POST", "/v1/data-requests", request(), acting);
  await admin.send("POST", "/v1/profile/change-email", { email: "x@example.org" }, acting);
  await admin.send("POST", "/v1/users/stop-use-as", {}, acting);

  const event = JSON.stringify({
    id: `evt_${newId()}`,
    object: "event",
    type: "customer.subscription.updated",
    data: { object: { id: "sub_x", object: "subscription", customer: "cus_test_x" } },
  });
  const signed = secrets.keep("signature of the payment provider", payments.test?.sign(event));
  secrets.keep("key of the payment provider", payments.test?.key);
  secrets.keep("secret of the payment provider", payments.test?.webhookSecret);
  for (const signature of [signed, `${signed}0`]) {
    const headers = { host: "localhost:3000", "content-type": "application/json", "stripe-signature": signature };
    await app.inject({ method: "POST", url: "/v1/payments/webhook", headers, payload: event });
  }
}

async function receiver() {
  let received: IncomingHttpHeaders | null = null;
  const http = createServer((call, reply) => {
    received = call.headers;
    call.resume();
    reply.writeHead(204).end();
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const bound = http.address();
  return {
    url: `http://127.0.0.1:${bound !== null && typeof bound === "object" ? bound.port : 0}/`,
    received: () => received,
    close: () => new Promise((done) => http.close(done)),
  };
}

/** Calls that carry secrets, while a table that each needs is away: what goes wrong unforeseen is what is logged in full. */
export async function whileBroken(server: TestServer, secrets: Secrets): Promise<void> {
  const call = browser(server, secrets);
  const password = secrets.keep("password", "a phrase while it is broken");
  const token = secrets.keep("token", "t".repeat(20) + newId().padEnd(23, "k").slice(0, 23));
  const calls: readonly (readonly [
    table: string,
    method: Method,
    url: string,
    body?: object | undefined,
    headers?: Headers,
  ])[] = [
    ["allowance", "POST", "/v1/auth/jwt", { email: "all@example.org", password }],
    ["account", "POST", "/v1/users/signup", { name: "Ada", email: "broken@example.org", password }],
    ["mailed_secret", "POST", "/v1/users/reset-password", { token, password }],
    ["mailed_secret", "POST", "/v1/users/verify", { token }],
    ["download_ticket", "GET", `/v1/downloads/${token}`],
    ["session", "GET", `/v1/profile?token=${token}`, undefined, bearer(token)],
    ["api_token", "GET", "/v1/profile", undefined, bearer(`sbk_${token}`)],
    ["chart_session", "GET", "/v1/profile", undefined, bearer(`sbc_${token}`)],
  ];
  for (const [table, method, url, body, headers] of calls) {
    await server.db.schema.alterTable(table).renameTo(`${table}_away`).execute();
    try {
      const answer = await call(method, url, body, headers);
      if (answer.statusCode !== 500) throw new Error(`${url} answered ${answer.statusCode}: nothing is logged then`);
    } finally {
      await server.db.schema.alterTable(`${table}_away`).renameTo(table).execute();
    }
  }
}
