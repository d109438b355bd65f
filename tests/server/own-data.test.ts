import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestEnded } from "../../src/server/index.ts";
import { findingOf } from "../../src/server/own-data/report.ts";
import { builtInTemplates } from "../../src/request/index.ts";
import { dayNumber } from "../../src/own-data/index.ts";
import { IN_SOAK } from "../cases.ts";
import { somebody } from "./people.ts";
import type { Somebody } from "./people.ts";
import { previewOver, request, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";

const LISTS = "/v1/profile/lists";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

let server: TestServer;
let ada: Somebody;
let bob: Somebody;
let symbols: readonly string[];
let days: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await somebody(server), await somebody(server)];
  const { market } = server;
  symbols = (
    await market.query<{ symbol: string }>(
      "SELECT symbol FROM market.security WHERE security_id IN (SELECT security_id FROM market.daily GROUP BY security_id HAVING count() = 252) AND security_id NOT IN (SELECT security_id FROM market.symbol_change) ORDER BY symbol LIMIT 3",
    )
  ).map(({ symbol }) => symbol);
  days = (
    await market.query<{ date: string }>(
      "SELECT toString(date) AS date FROM market.session WHERE session IN (SELECT session FROM market.daily) ORDER BY date DESC LIMIT 5",
    )
  )
    .map(({ date }) => date)
    .toReversed();
});
afterAll(() => server.end());

const make = async (who: Somebody, name: string, text: string): Promise<string> => {
  const { status, body } = await who.send("POST", LISTS, {
    kind: "list",
    name,
    file_name: `${name}.csv`,
    file: base64(text),
  });
  expect([status, body]).toEqual([201, { id: expect.any(String) }]);
  return body.id;
};

const asking = (formula: string) =>
  request({
    Date_Range: { start_date: days[0], end_date: days[4] },
    filters: { Custom: [{ tag: "mine", formula }] },
    columns: { Custom: [{ name: "On it", formula }] },
  });

/** Rows of a request that somebody runs: symbol and day. */
const run = (who: Somebody, formula: string, path = "/v1/data-requests"): Promise<readonly string[]> =>
  rowsOf(who, path, asking(formula));

async function rowsOf(who: Somebody, path: string, asked: object): Promise<readonly string[]> {
  const { status, body } = await who.send("POST", path, asked);
  expect([status, body.errors]).toEqual([expect.any(Number), undefined]);
  await (path.includes("preview") ? previewOver(server.db, body.id) : requestEnded(server.db, who.id, body.id));
  const rows = await who.send("GET", `/v1/data-requests/${body.id}/rows?limit=100`);
  return rows.body.rows.map(([symbol, date]: readonly string[]) => `${symbol} ${date}`);
}

// `tests/server/study.test.ts` has the study of a run; only the soak studies one over a list.
test.runIf(IN_SOAK)(
  "a study of a run over a list has the outcome that its request names, and its base rate",
  async () => {
    await make(ada, "Studied", `Symbol\n${symbols.join("\n")}\n`);
    const moves = [1, 2].map((day) => ({
      name: `Move ${day}`,
      formula: `([daily close ${day} adj] / [daily close adj] - 1) * 100`,
    }));
    const body = { ...asking('in_list("Studied")'), columns: { Custom: moves }, outcome: "Move 2" };
    const { body: made } = await ada.send("POST", "/v1/data-requests", body);
    await requestEnded(server.db, ada.id, made.id);
    const study = await ada.send("GET", `/v1/data-requests/${made.id}/study`);
    expect(study.body.outcome).toBe(3);
    const base = await ada.send("GET", `/v1/data-requests/${made.id}/study/base`);
    expect(base.body.steps[0].after.rows).toBe(study.body.figures.rows);
  },
);

test("a dropped file is a list that a scan uses, as a run and as a preview, on its days", async () => {
  const [a = "", b = "", c = ""] = symbols;
  const id = await make(
    ada,
    "Watch",
    `Symbol;Day;Until\n${a.toLowerCase()};${days[1]};${days[2]}\n${b};${days[4]};\n${c};;${days[0]}\n`,
  );
  // It begins and ends nowhere, since one row has no day and one no until.
  expect((await ada.send("GET", `${LISTS}/${id}`)).body.days).toEqual({ from: null, until: null });
  const { body } = await ada.send("POST", `${LISTS}/preview`, {
    kind: "list",
    file: base64(`symbol,day,until\n${a},${days[1]},${days[2]}\n${b},${days[0]},${days[1]}\n`),
  });
  expect(body.days).toEqual({ from: days[0], until: days[2] });
  const expected = [`${c} ${days[0]}`, `${a} ${days[1]}`, `${a} ${days[2]}`, `${b} ${days[4]}`];
  expect(await run(ada, 'in_list("watch")')).toEqual(expected);
  expect(await run(ada, 'in_list("watch")', "/v1/data-requests/preview?page=one")).toEqual(expected);
  if (!IN_SOAK) return;
  // The same as an entry of a card, which names it as one writes it.
  const onCards = {
    ...asking("true"),
    filters: { Identity: [{ data_point: "in_list", list: " WATCH ", value: true }] },
    columns: { Technical: { Daily: [{ data_point: "volume", among: "rank", name: "Place" }] } },
  };
  expect(await rowsOf(ada, "/v1/data-requests", onCards)).toEqual(expected);
  // And as the built-in template asks for it.
  const template = builtInTemplates().find(({ own }) => own[0] === "Watch")?.source;
  const Date_Range = { start_date: days[0], end_date: days[4] };
  expect(await rowsOf(ada, "/v1/data-requests", { ...template, Date_Range })).toEqual(expected);
});

test("nobody else has it: the formula is refused with its name, and says nothing of whose it is", async () => {
  for (const path of ["/v1/data-requests", "/v1/data-requests/preview?page=two", "/v1/funnel", "/v1/explain"]) {
    const body = asking('in_list("Watch")');
    const sent = path.includes("data-requests") ? body : { request: body, symbol: symbols[0], date: days[0] };
    const answer = await bob.send("POST", path, path === "/v1/funnel" ? { request: body } : sent);
    expect([path, answer.status]).toEqual([path, 422]);
    expect(answer.body.errors[0]).toMatchObject({ code: "unknown-list" });
    expect(answer.body.errors[0].message).toContain('You have no list "Watch".');
    // Said at once, not only in the list.
    expect(answer.body.detail).toContain('You have no list "Watch".');
  }
  await make(bob, "Watch", `symbol\n${symbols[2]}\n`);
  expect(await run(bob, 'in_list("Watch")')).toEqual(days.map((day) => `${symbols[2]} ${day}`));
  // Asked on the same page of the same market: only the account differs.
  expect(await run(ada, 'in_list("Watch")', "/v1/data-requests/preview?page=two")).toHaveLength(4);
});

// `tests/client` and "nobody else has it" have the finding; only the soak looks for rows in what is passed on.
test.runIf(IN_SOAK)(
  "what is passed on of a request names the list and holds none of its rows; who lacks it gets a finding",
  async () => {
    const [, secret = ""] = symbols;
    await make(ada, "Held back", `symbol,day\n${secret},${days[1]}\n`);
    // A link holds the request's text, a file its text or its JSON; a template is made of a request.
    const text = `request Passed on\ndates ${days[0]} .. ${days[4]}\nfilter {mine}: in_list("Held back")\ncolumn {Close}: [daily close]\n`;
    const { body: made } = await ada.send("POST", "/v1/data-requests", { text });
    await requestEnded(server.db, ada.id, made.id);
    const { body: template } = await ada.send("POST", "/v1/templates/from-data-request", { id: made.id });
    for (const path of [`/v1/data-requests/${made.id}`, `/v1/templates/${template.id}`]) {
      const { status, body } = await ada.send("GET", path);
      const held = JSON.stringify(body);
      expect([path, status, held.includes("Held back"), held.includes(`"${secret}"`)]).toEqual([
        path,
        200,
        true,
        false,
      ]);
    }
    const { status, body } = await bob.send("POST", "/v1/data-requests", { text });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { code: "unknown-list", message: expect.stringContaining('You have no list "Held back".') },
    ]);
  },
);

// `tests/own-data/read-table.test.ts` reads workbooks; only the soak reads one of ours.
test.runIf(IN_SOAK)("a workbook of ours is a list that gives its own rows back", async () => {
  const [a = "", b = ""] = symbols;
  const picked = `in([identity symbol], "${a}", "${b}") & [daily close] > [daily open]`;
  const { body: made } = await ada.send("POST", "/v1/data-requests", asking(picked));
  await requestEnded(server.db, ada.id, made.id);
  const exported = await server.app.inject({
    url: `/v1/data-requests/${made.id}/export?format=xlsx`,
    headers: ada.headers,
  });
  const file = exported.rawPayload.toString("base64");
  const kept = await ada.send("POST", LISTS, { kind: "list", name: "Signals", file_name: "Signals.xlsx", file });
  expect(kept.status).toBe(201);
  const rows = await run(ada, picked);
  expect(rows.length).toBeGreaterThan(0);
  expect(await run(ada, 'in_list("Signals")')).toEqual(rows);
});

test("another content counts from the next run on, and an answer that was kept of the old one is none", async () => {
  const [a = "", b = ""] = symbols;
  const id = await make(ada, "Replaced", `symbol,day\n${a},${days[0]}\n`);
  const previewed = () => run(ada, 'in_list("Replaced")', "/v1/data-requests/preview?page=three");
  expect(await previewed()).toEqual([`${a} ${days[0]}`]);
  const change = (mode: string, text: string) =>
    ada.send("PUT", `${LISTS}/${id}`, { file_name: "r.csv", file: base64(text), mode });
  expect((await change("append", `symbol,day\n${a},${days[1]}\n`)).status).toBe(200);
  expect(await previewed()).toEqual([`${a} ${days[0]}`, `${a} ${days[1]}`]);
  expect((await change("replace", `symbol,day\n${b},${days[2]}\n`)).status).toBe(200);
  expect(await previewed()).toEqual([`${b} ${days[2]}`]);
  expect((await ada.send("GET", `${LISTS}/${id}/rows`)).body).toEqual({
    name: "Replaced",
    csv: `symbol,day,until\r\n${b},${days[2]},${days[2]}\r\n`,
  });
  expect((await ada.send("DELETE", `${LISTS}/${id}`)).status).toBe(200);
  expect((await ada.send("POST", "/v1/data-requests", asking('in_list("Replaced")'))).status).toBe(422);
});

// "nobody else has it" is refused by each of these ways; only the soak has what they answer to the owner.
test.runIf(IN_SOAK)("explanations, funnels and values know it", async () => {
  const [a = ""] = symbols;
  await make(ada, "Explained", `symbol,day\n${a},${days[1]}\n`);
  const on = async (date: string | undefined) =>
    (await ada.send("POST", "/v1/explain", { request: asking('in_list("Explained")'), symbol: a, date })).body
      .qualifies;
  expect([await on(days[1]), await on(days[2])]).toEqual([true, false]);
  const { body: funnel } = await ada.send("POST", "/v1/funnel", { request: asking('in_list("Explained")') });
  expect(funnel.steps.map(({ rows }: { rows: number }) => rows)).toEqual([1]);
  const { body: values } = await ada.send("POST", "/v1/values", {
    formulas: ['in_list("Explained")'],
    symbol: a,
    date: days[1],
  });
  expect(values.formulas[0].root.value).toBe(true);
  const refused = await bob.send("POST", "/v1/values", {
    formulas: ['in_list("Explained")'],
    symbol: a,
    date: days[1],
  });
  expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([422, "unknown-list"]);
});

test("the report says what of it the market has, and why it lacks the others", async () => {
  const [a = ""] = symbols;
  const text = ["symbol,day", `${a},${days[0]}`, `NOSUCH,${days[0]}`, `${symbols[1]},1999-06-01`, `${a},2025-07-04`];
  const { body } = await ada.send("POST", `${LISTS}/preview`, { kind: "list", file: base64(text.join("\n")) });
  expect(body).toMatchObject({ rows: 4, report: { symbols: 3, matched: 1, others: 2 } });
  const states = body.report.findings.map(({ symbol, state }: { symbol: string; state: string }) => [symbol, state]);
  expect(new Map(states)).toEqual(
    new Map([
      ["NOSUCH", "unknown"],
      [symbols[1], "out-of-range"],
    ]),
  );
  expect(body.report.notes).toEqual([expect.stringContaining("1 of its days are no sessions")]);
});

test("renamed and reused symbols are told apart, by the days that the list has", () => {
  const day = dayNumber;
  const market = { from: day("2020-01-02"), to: day("2024-12-31") };
  const era = (symbol: string, from: string, until: string, before = "", next = "") => ({
    symbol,
    from: day(from),
    until: day(until),
    before,
    next,
  });
  const eras = new Map([
    ["FB", [era("FB", "2020-01-02", "2022-06-08", "", "META"), era("FB", "2024-10-01", "2024-12-31")]],
    ["META", [era("META", "2022-06-09", "2024-12-31", "FB")]],
    ["GONE", [era("GONE", "2020-01-02", "2020-03-31")]],
    ["BRK.B", [era("BRK.B", "2020-01-02", "2024-12-31")]],
  ]);
  const of = (symbol: string, from: string, until: string) =>
    findingOf(symbol, [[day(from), day(until)]], eras, market);
  expect(of("FB", "2020-01-02", "2024-12-31")).toMatchObject({ state: "reused" });
  expect(of("FB", "2023-01-03", "2023-02-01")?.state).toBe("renamed");
  expect(of("META", "2021-01-04", "2021-01-04")).toMatchObject({
    state: "renamed",
    message: expect.stringContaining("It was FB before 2022-06-09"),
  });
  expect(of("META", "2021-01-04", "2023-01-04")?.message).toContain("before it was FB");
  expect(of("META", "2023-01-03", "2023-01-04")).toBeNull();
  expect(of("GONE", "2021-01-04", "2021-01-04")?.state).toBe("out-of-range");
  expect(of("BRK-B", "2021-01-04", "2021-01-04")?.message).toContain("Did you mean BRK.B?");
  expect(of("BRK.B", "2010-01-04", "2010-01-04")?.state).toBe("out-of-range");
});

test("numbers by symbol and day are fields with a unit and the moment at which they are known", async () => {
  const [a = "", b = ""] = symbols;
  const text = `symbol,day,Mood (percent),known_at\n${a},${days[1]},2.5,${days[1]} 08:30\n${b},${days[1]},-1,${days[1]} 09:00\n${a},${days[2]},,\n`;
  const sent = (change: object = {}) => ({ kind: "numbers", name: "Moods", file: base64(text), ...change });
  const { status, body } = await ada.send("POST", LISTS, sent());
  expect([status, body]).toEqual([201, { id: expect.any(String) }]);
  const { body: all } = await ada.send("GET", LISTS);
  const item = all.items.find(({ name }: { name: string }) => name === "Moods");
  // The latest of its rows: the one without a moment is known as the next session opens.
  expect(item.fields).toEqual([{ name: "mood", unit: "percent", known: { day: 1, minute: 570 } }]);
  expect(await run(ada, "[mine mood] > 0")).toEqual([`${a} ${days[1]}`]);
  expect(await run(ada, "[mine Mood -1] < 0")).toEqual([`${b} ${days[2]}`]);
  expect((await bob.send("POST", "/v1/data-requests", asking("[mine mood] > 0"))).body.errors[0].code).toBe(
    "unknown-number",
  );
  expect((await ada.send("POST", LISTS, sent({ name: "Other" }))).body.type).toBe("/problems/conflict");
  const twice = `symbol,day,x\n${a},${days[1]},1\n${a},${days[1]},2\n`;
  const refused = await ada.send("POST", LISTS, { kind: "numbers", name: "Twice", file: base64(twice) });
  expect(refused.body.errors).toMatchObject([{ line: 3, message: expect.stringContaining("in row 2 already") }]);
});

// "numbers by symbol and day are fields" has numbers of a file; only the soak has labels among them.
test.runIf(IN_SOAK)("labels of the gallery are a number, of the account alone", async () => {
  const [security] = await server.market.query<{ id: number }>({
    sql: "SELECT security_id AS id FROM market.security WHERE symbol = {symbol:String}",
    params: { symbol: symbols[0] ?? "" },
  });
  const label = { security: security?.id, date: days[3], label: 7 };
  expect((await ada.send("PUT", "/v1/profile/labels", label)).status).toBe(200);
  expect(await run(ada, "[mine label] = 7")).toEqual([`${symbols[0]} ${days[3]}`]);
  expect(await run(bob, "[mine label] = 7")).toEqual([]);
});

describe("what is too much or wrong is refused, and nothing of it stays", () => {
  test("a plan's files and rows", async () => {
    const free = await somebody(server, { product: null });
    const many = Array.from({ length: 10_001 }, (_, index) => `S${index}`).join("\n");
    const refused = await free.send("POST", LISTS, { kind: "list", name: "Big", file: base64(`symbol\n${many}`) });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/10,000 rows.*10,001/)]);
    for (const name of ["a", "b", "c", "d", "e"]) await make(free, name, "symbol\nA\n");
    const sixth = await free.send("POST", LISTS, { kind: "list", name: "f", file: base64("symbol\nA\n") });
    expect([sixth.status, sixth.body.detail]).toEqual([409, expect.stringContaining("keeps 5 lists")]);
    const again = await ada.send("POST", LISTS, { kind: "list", name: "WATCH", file: base64("symbol\nA\n") });
    expect([again.status, again.body.type]).toEqual([409, "/problems/conflict"]);
    expect((await free.send("GET", LISTS)).body.items).toHaveLength(5);
  });

  test("rows with mistakes, each with its row and field", async () => {
    const text = "symbol,day\nA,2024-13-01\n=HYPERLINK(1),2024-01-02\n,2024-01-02\nB,2024-01-02\n";
    const answer = await ada.send("POST", LISTS, { kind: "list", name: "Wrong", file: base64(text) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ message, line }: { message: string; line: number }) => [line, message])).toEqual([
      [2, 'Row 2, day: "2024-13-01" is no day. Write days as 2024-03-28.'],
      [3, "Row 3, symbol: This is a formula, not a symbol. Write the symbol itself."],
      [4, "Row 4, symbol: The symbol is missing. Fill it in, or remove the row."],
    ]);
    expect((await ada.send("GET", LISTS)).body.items.map(({ name }: { name: string }) => name)).not.toContain("Wrong");
  });
});
