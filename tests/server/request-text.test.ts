import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Created, ParsedRequest, Problem, Rows, Template, TEXT_TYPE } from "../../src/contract/index.ts";
import { requestOf } from "../../src/export/index.ts";
import { openSent, readText, requestSent, stateOfText, textOfState } from "../../src/request/index.ts";
import { cases, IN_SOAK } from "../cases.ts";
import { labelledRequest, said } from "../request/said.ts";
import { ended, post, request, signedIn, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const CREATE = "/v1/data-requests/create/web/standard";
const TEXT = `/* Up on the day. */
request Up days as text
dates   2025-10-01 .. 2025-12-31

filter {up} "Up days": [daily close adj] > [daily open adj]
off filter {quiet}: [daily volume] < 1M

column {Close}: [daily close adj]  /* as the chart has it */
`;

let server: TestServer;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await startTestServer();
  headers = await signedIn(server.db, server.account);
});
afterAll(() => server.end());

/** Calls with a request's text as the body. */
const send = (url: string, text: string, { type = TEXT_TYPE, accept = "application/json", method = "POST" } = {}) =>
  server.app.inject({
    method: method === "PUT" ? "PUT" : "POST",
    url,
    headers: { ...headers, "content-type": type, accept },
    payload: text,
  });
const got = (url: string, accept: string) => server.app.inject({ url, headers: { ...headers, accept } });

describe("a request as its text", () => {
  test("is created, run, given back as text and as JSON, and its workbook says the same", async () => {
    const made = await send(CREATE, TEXT, { type: `${TEXT_TYPE}; charset=utf-8` });
    expect([made.statusCode, made.json()]).toMatchObject([202, { status: "Pending" }]);
    const { id } = Created.parse(made.json());
    const status = await ended(server, id, server.account);
    expect(status).toMatchObject({ name: "Up days as text", status: "Finished" });
    expect(status.funnel.map(({ label }) => label)).toEqual([expect.any(String), "up"]);
    const text = await got(`/v1/data-requests/${id}`, TEXT_TYPE);
    expect([text.headers["content-type"], text.headers["vary"]]).toEqual([
      `${TEXT_TYPE}; charset=utf-8`,
      expect.stringMatching(/accept/i),
    ]);
    expect(text.body).toBe(TEXT);
    const json = (await got(`/v1/data-requests/${id}`, `application/json, ${TEXT_TYPE};q=0.5`)).json();
    const Daily = [{ data_point: "close", operator: ">", value: "[daily open adj]", tag: "up" }];
    expect(json).toMatchObject({ name: "Up days as text", text: TEXT, filters: { Technical: { Daily } } });
    const book = await got(`/v1/data-requests/${id}/export?format=xlsx`, "*/*");
    expect(book.statusCode, book.body.slice(0, 300)).toBe(200);
    expect(await requestOf(book.rawPayload)).toEqual(json);
    await send(`/v1/data-requests/${id}`, TEXT.replace("Up days as text", "Edited"), { method: "PUT" });
    const trashed = `/v1/profile/data-requests/trashed/${id}`;
    await server.app.inject({ method: "DELETE", url: `/v1/data-requests/${id}`, headers });
    expect((await got(trashed, TEXT_TYPE)).body).toBe(TEXT);
  });

  test("that names a security of nobody runs, and says so", async () => {
    const other = TEXT.replace("[daily close adj]  /*", '[daily close adj of "NOSUCHSYMBOL"]  /*');
    const sent = await send("/v1/data-requests/preview?page=text", other);
    expect(sent.statusCode, sent.body).toBe(202);
    const { findings } = Created.parse(sent.json());
    expect(findings).toMatchObject([{ severity: "warning", code: "unknown-symbol" }]);
  });

  test("of one that was sent as JSON is written anew", async () => {
    const { id } = Created.parse((await post(server.app, CREATE, request())).json());
    expect((await got(`/v1/data-requests/${id}`, TEXT_TYPE)).body).toBe(`request Up days
dates   2025-10-01 .. 2025-12-31

filter {up}: [daily close adj] > [daily open adj]

column {Close}: [daily close adj]
column {Change}: ( [daily close adj] / [daily close -1 adj] - 1 ) * 100
`);
  });

  // "is created, run, given back" reads the text as they do; only the soak sends it to each.
  test.runIf(IN_SOAK)("is a preview, a funnel, an explanation and a template as well", async () => {
    const preview = await send("/v1/data-requests/preview?page=text", TEXT);
    expect(preview.statusCode).toBe(202);
    const { id: previewed } = Created.parse(preview.json());
    await ended(server, previewed, server.account);
    const { rows } = Rows.parse((await got(`/v1/data-requests/${previewed}/rows?limit=1`, "*/*")).json());
    const [symbol, date] = rows[0] ?? [];
    const asText = await send("/v1/funnel", TEXT);
    const asJson = await post(server.app, "/v1/funnel", { request: { text: TEXT } });
    expect(asText.json()).toEqual(asJson.json());
    expect(asText.json()).toMatchObject({ steps: [{ label: "up" }] });
    const why = await post(server.app, "/v1/explain", { request: { text: TEXT }, symbol, date });
    expect(why.json()).toMatchObject({ filters: [{ label: "up" }] });
    const undated = TEXT.replace(/^(request|dates).*\n/gm, "");
    const body = { name: "Mine", description: "For later.", request: { text: undated } };
    const made = await post(server.app, "/v1/templates", body);
    expect(made.statusCode).toBe(201);
    const { id } = Template.parse(made.json());
    const text = (await got(`/v1/templates/${id}`, TEXT_TYPE)).body;
    expect(text).toContain('request Mine\nabout   "For later."\n');
    expect(text.replace(/^(request|about).*\n/gm, "").trim()).toBe(undated.trim());
    const broken = { ...body, request: { text: undated.replace("column", "colum") } };
    const refused = await post(server.app, "/v1/templates", broken);
    expect(Problem.parse(refused.json()).errors).toMatchObject([{ path: "request.text", line: 6, column: 1 }]);
    const builtIn = await got("/v1/templates/gap-and-go", TEXT_TYPE);
    expect(builtIn.body).toMatch(/^request Gap and go\nabout {3}"/);
  });

  test("beside entries that say something else: they count, and the answer says so", async () => {
    const answer = await post(server.app, CREATE, request({ text: TEXT }));
    const { id, findings } = Created.parse(answer.json());
    expect(findings).toMatchObject([{ path: "text", severity: "warning", code: "text-differs" }]);
    expect(findings?.[0]?.message).toContain(": name, filters, and columns.");
    const text = (await got(`/v1/data-requests/${id}`, TEXT_TYPE)).body;
    expect(text).toMatch(/^\/\* Up on the day\. \*\/\nrequest Up days\n/);
    expect(text).toContain("column {Change}:");
  });
});

describe("a text that is wrong", () => {
  const wrong = TEXT.replace("[daily open adj]", "\n  [daily opne adj]").replace("column", "colum");

  test("is refused with every mistake at its line and column, wherever it is sent", async () => {
    const places = [
      { line: 6, column: 10, code: "unknown-field" },
      { line: 9, column: 1, code: "statement-unknown" },
    ];
    for (const url of [CREATE, "/v1/data-requests", "/v1/data-requests/preview?page=text"]) {
      const answer = await send(url, wrong);
      expect(answer.statusCode).toBe(422);
      expect(Problem.parse(answer.json()).errors).toMatchObject(places.map((place) => ({ path: "text", ...place })));
    }
    const funnel = await send("/v1/funnel", wrong);
    expect(Problem.parse(funnel.json()).errors).toMatchObject(
      places.map((place) => ({ path: "request.text", ...place })),
    );
    const parsed = ParsedRequest.parse((await send("/v1/data-requests/parse", wrong)).json());
    expect(parsed).toMatchObject({ success: false, request: null, diagnostics: places });
  });

  test("beside entries is refused as well: what it means would be left out in silence", async () => {
    const answer = await post(server.app, CREATE, request({ text: wrong }));
    expect(Problem.parse(answer.json()).errors).toContainEqual(
      expect.objectContaining({ path: "text", line: 9, column: 1, code: "statement-unknown" }),
    );
    // What is being written is previewed all the same, by what can be read of it.
    const preview = await post(server.app, "/v1/data-requests/preview?page=text", request({ text: wrong }));
    expect(Created.parse(preview.json()).findings?.map(({ severity }) => severity)).toEqual(["warning", "warning"]);
    const funnel = await post(server.app, "/v1/funnel", { request: request({ text: wrong }) });
    expect(funnel.statusCode).toBe(200);
  });

  test.each([
    ["a body above 256 KiB", CREATE, `/*${"x".repeat(300_000)}*/`, TEXT_TYPE, 413],
    ["another character set", CREATE, TEXT, `${TEXT_TYPE}; charset=utf-16`, 415],
    ["where no request is taken", "/parse", TEXT, TEXT_TYPE, 415],
    ["a character that cannot be kept", CREATE, `${TEXT}\u0000`, TEXT_TYPE, 400],
    ["nothing", CREATE, "", TEXT_TYPE, 422],
  ])("%s is refused", async (_, url, text, type, status) => {
    const answer = await send(url, text, { type });
    expect([answer.statusCode, Problem.parse(answer.json()).status]).toEqual([status, status]);
  });
});

test("nothing of a request is lost over the API: JSON to text and text to JSON", async () => {
  const named = labelledRequest.map((state) => ({
    ...state,
    dataRange: { ...state.dataRange, startTime: "10/01/2025", endTime: "12/31/2025" },
  }));
  await fc.assert(
    fc.asyncProperty(named, async (state) => {
      const url = "/v1/data-requests/parse";
      const asText = await server.app.inject({
        method: "POST",
        url,
        headers: { ...headers, accept: TEXT_TYPE },
        payload: requestSent(state),
      });
      expect(said(stateOfText(readText(asText.body), state).state)).toEqual(said(state));
      const { request: json } = ParsedRequest.parse((await send(url, textOfState(state))).json());
      expect(said(openSent(json).state)).toEqual(said(state));
    }),
    { numRuns: cases(10), endOnFailure: true },
  );
});
