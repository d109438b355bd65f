import { createServer } from "node:http";
import type { Server as HttpServer } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SCRIPTS } from "../../src/client/adapters/page-services.ts";
import { ShellAnswer } from "../../src/contract/index.ts";
import { contentSecurity } from "../../src/server/page-services/content-security.ts";
import { PAGE_SERVICES } from "../../src/server/page-services/page-services.ts";
import { forwardedEvent } from "../../src/server/events/forwarded.ts";
import type { ForwardedEvent } from "../../src/server/events/forwarded.ts";
import { readConfig } from "../../src/server/index.ts";
import { StartError } from "../../src/server/start-error.ts";
import { somebody } from "./people.ts";
import { get, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

const CRISP = "01234567-89ab-cdef-0123-456789abcdef";

describe("services of the page", () => {
  test.each([
    [{ CHAT: "crisp" }, "CHAT and CHAT_KEY go together."],
    [{ AFFILIATE_KEY: "abcd12" }, "AFFILIATE and AFFILIATE_KEY go together."],
    [{ CHAT: "constructor", CHAT_KEY: "x" }, 'CHAT: has to be crisp, not "constructor"'],
    [{ CHAT: "crisp", CHAT_KEY: "very-secret" }, "CHAT_KEY: is no key of crisp"],
    [{ ANALYTICS: "plausible", ANALYTICS_KEY: 'a"b' }, "ANALYTICS_KEY: is no key of plausible"],
  ])("%j is refused, no key repeated", (env, message) => {
    expect(() => readConfig({ ...env })).toThrow(new StartError(message));
  });

  test("each that can be set up is one that the page can start", () => {
    const names = (of: Readonly<Record<string, object>>) =>
      Object.fromEntries(Object.entries(of).map(([kind, providers]) => [kind, Object.keys(providers)]));
    expect(names(SCRIPTS)).toEqual(names(PAGE_SERVICES));
  });

  test("without any the page loads and reaches itself alone", () => {
    const directives = Object.entries(contentSecurity(readConfig({}).services, true));
    expect(directives.flatMap(([, sources]) => sources).filter((source) => source.includes(":"))).toEqual(["data:"]);
    expect(directives.map(([name]) => name)).not.toContain("frameSrc");
  });

  test("each widens the policy by what it needs", () => {
    const policy = contentSecurity(
      readConfig({
        CHAT: "crisp",
        CHAT_KEY: CRISP,
        STRIPE_PUBLISHABLE_KEY: "pk_test_abcdefgh",
      }).services,
      false,
    );
    expect(policy.scriptSrc).toEqual(["'self'", "https://client.crisp.chat", "https://js.stripe.com"]);
    expect(policy.connectSrc).toContain("wss://client.relay.crisp.chat");
    expect(policy.frameSrc).toEqual(["https://js.stripe.com", "https://hooks.stripe.com"]);
    expect(policy.formAction).toEqual(["'none'"]);
    expect(policy.styleSrc[0]).toBe("'self'");
    expect([policy.defaultSrc, policy.frameAncestors, policy.baseUri]).toEqual([["'none'"], ["'none'"], ["'none'"]]);
    expect(policy.scriptSrc.join(" ")).not.toMatch(/unsafe|\*|plausible|wdfl/);
  });
});

describe("an event that leaves the house", () => {
  const sent = (payload: unknown) =>
    forwardedEvent({ id: "e", at: new Date(0), account_id: "a", type: "x", source: "web", trigger: "user", payload })
      .payload;

  test.each([
    ["/data-request?id=5&token=abc#x", "/data-request"],
    ["https://a.example/x#token=abc", "https://a.example/x"],
    ["ask ada@example.org?", "ask …"],
    [
      { url: "/a?b", token: "abc", nested: [{ Password: "x", kept: 1 }] },
      { url: "/a", nested: [{ kept: 1 }] },
    ],
    [
      { email: "ada@example.org", request: "r", rows: 5 },
      { request: "r", rows: 5 },
    ],
    [null, null],
    [7, 7],
    ["is it > 5? yes", "is it > 5? yes"],
  ])("%j goes as %j", (payload, expected) => {
    expect(sent(payload)).toEqual(expected);
  });
});

describe("a server with services and an analytics address", () => {
  let server: TestServer;
  let sink: HttpServer;
  let status = 200;
  const calls: {
    readonly headers: NodeJS.Dict<string | string[]>;
    readonly body: { readonly events: readonly ForwardedEvent[] };
  }[] = [];
  beforeAll(async () => {
    sink = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        calls.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
        response.writeHead(status, { location: "/elsewhere" }).end("ok");
      });
    });
    await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
    const bound = sink.address();
    const port = bound !== null && typeof bound === "object" ? bound.port : 0;
    server = await startTestServer({
      config: readConfig({
        ANALYTICS_SINK_URL: `http://127.0.0.1:${port}/take`,
        ANALYTICS_SINK_TOKEN: "sink-bearer-1",
        CHAT: "crisp",
        CHAT_KEY: CRISP,
        CHART_URL: "https://charts.example/",
      }),
    });
  });
  afterAll(async () => {
    await server.end();
    sink.close();
  });
  afterEach(() => {
    status = 200;
    calls.length = 0;
  });

  const round = async (): Promise<void> => {
    await server.db.transaction().execute((transaction) => server.jobs.enqueue(transaction, "analytics-forward", {}));
    await until(
      () => server.jobs.isLive("analytics-forward", {}),
      (live) => !live,
    );
  };
  const waiting = async (account: string) =>
    (
      await server.db
        .selectFrom("event")
        .select("id")
        .where("account_id", "=", account)
        .where("forwarded_at", "is", null)
        .execute()
    ).length;

  test("tells the page which are set up, and no more", async () => {
    const shell = await get(server.app, "/v1/shell");
    expect(ShellAnswer.parse(shell.json())).toEqual({
      chat: { provider: "crisp", key: CRISP, script: "https://client.crisp.chat/l.js" },
      analytics: null,
      affiliate: null,
      payment: { on: true, test: true, card: null },
      mail: "outbox",
      build: null,
      charting: { url: "https://charts.example" },
    });
    expect(shell.body).not.toContain("sink");
    expect(shell.headers["content-security-policy"]).toContain("script-src 'self' https://client.crisp.chat;");
  });

  test("sends each event on once, by the account's id alone", async () => {
    const ada = await somebody(server);
    await ada.send("POST", "/v1/events", { type: "page-visit.dashboard", payload: "/dashboard?tab=2" });
    await ada.send("POST", "/v1/events", { type: "step", payload: { token: "abc", kept: true } });
    await round();
    await round();
    const events = calls.flatMap(({ body }) => body.events);
    expect(events.map(({ type }) => type)).toEqual(["page-visit.dashboard", "step"]);
    expect(events[0]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      user: ada.id,
      type: "page-visit.dashboard",
      source: "web",
      trigger: "user",
      payload: "/dashboard",
    });
    expect(events[1]?.payload).toEqual({ kept: true });
    expect(calls[0]?.headers["authorization"]).toBe("Bearer sink-bearer-1");
    expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain("@example.org");
    expect(await waiting(ada.id)).toBe(0);
  });

  test.each([500, 302])("an address that answers %i holds nobody up, and gets the events later", async (answer) => {
    status = answer;
    const ada = await somebody(server);
    expect((await ada.send("POST", "/v1/events", { type: "later" })).status).toBe(201);
    await round();
    expect(calls.length).toBeGreaterThan(0);
    expect(await waiting(ada.id)).toBe(1);
    status = 200;
    await round();
    expect(await waiting(ada.id)).toBe(0);
  });
});
