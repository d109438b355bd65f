import { describe, expect, it } from "vitest";
import {
  checkText,
  formatText,
  isEntry,
  readText,
  requestSent,
  stateOfText,
  textFollowing,
} from "../../src/request/index.ts";
import type { TextFinding } from "../../src/request/index.ts";

const GAP = `/* Opens more than 5 % above the previous close, in a stock that trades. */
request Gap and go
about   "What the premarket said, and what the day made of it."
dates   2025-10-01 .. 2025-12-31
options daily updates, e-mail

filter {gap up}:    [daily open adj] / [daily close -1 adj] > 1.05
filter {price}:     [daily open] > 2
off filter {quiet}: [daily volume] < 1M
filter              avg([daily close] * [daily volume], -20 .. -1) > 1M

column {Gap}:     ( [daily open adj] / [daily close -1 adj] - 1 ) * 100
column {In ATRs}: {Gap} / [indicator atr(14) adj]
  * 100
`;

describe("a request as a text", () => {
  it("says what its JSON says: cards where they can, formulas elsewhere; what is off is left out", () => {
    const { request, json, findings } = checkText(readText(GAP));
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(json).toMatchObject({
      name: "Gap and go",
      description: "What the premarket said, and what the day made of it.",
      Date_Range: { start_date: "2025-10-01", end_date: "2025-12-31" },
      options: { data_updates: true, email_notification: true },
      filters: {
        Technical: { Daily: [{ tag: "price", data_point: "open", operator: ">", value: 2 }] },
        Custom: [{ tag: "gap up", type: "code" }, { type: "code" }],
      },
      filter_order: ["Custom[0]", "Technical.Daily[0]", "Custom[1]"],
      text: GAP,
    });
    expect(request?.filters.map(({ label }) => label)).toEqual([
      "gap up",
      "price",
      "avg([daily close] * [daily volume], -20 .. -1) > 1M",
    ]);
    expect(request?.columns.map(({ name }) => name)).toEqual(["Gap", "In ATRs"]);
  });

  it("has no entry for a statement that was only begun, and what is added first takes its place", () => {
    const text = "dates 2025-10-01 .. 2025-12-31\n\nfilter \noff filter\n\ncolumn {C}: [daily close]\n";
    const { state, json, findings } = checkText(readText(text));
    expect(
      findings
        .filter(({ severity }) => severity === "error")
        .map(({ message }) => message)
        .filter((said) => said.includes("formula")),
    ).toEqual([]);
    expect(findings.map(({ code }) => code)).not.toContain("formula-missing");
    expect(json).toMatchObject({ filters: { Custom: [] } });
    const { state: other } = checkText(readText(text.replace("filter ", "filter [daily open] > 2")));
    expect(textFollowing({ ...other, text: state.text }).text).toBe(text.replace("filter ", "filter [daily open] > 2"));
  });

  it("is laid out as one would write it by hand", () => {
    expect(formatText(GAP)).toBe(`/* Opens more than 5 % above the previous close, in a stock that trades. */
request Gap and go
about   "What the premarket said, and what the day made of it."
dates   2025-10-01 .. 2025-12-31
options daily updates, e-mail

filter {gap up}: [daily open adj] / [daily close -1 adj] > 1.05
filter {price}: [daily open] > 2
off filter {quiet}: [daily volume] < 1M
filter avg([daily close] * [daily volume], -20 .. -1) > 1M

column {Gap}: ( [daily open adj] / [daily close -1 adj] - 1 ) * 100
column {In ATRs}: {Gap} / [indicator atr(14) adj] * 100
`);
  });

  it("stands in words where it says so", () => {
    const { notation, findings, statements } = readText("notation words\nfilter close is above 5\n");
    expect([notation, findings]).toEqual(["words", []]);
    expect(statements.filter(isEntry).map(({ formula }) => formula?.text)).toEqual(["close is above 5"]);
  });

  it("takes tabs, line breaks of any system, a byte order mark and keywords in any case", () => {
    const { findings, statements } = readText(
      "\uFEFFRequest\tGap\r\nFILTER\t[daily close]\r\n\t> 5\rOff Column {A}: 5",
    );
    expect(findings).toEqual([]);
    expect(statements.map(({ kind }) => kind)).toEqual(["request", "filter", "column"]);
  });

  it("has the second label of an entry behind the first", () => {
    const { state } = stateOfText(readText('column {Close} "c": [daily close] + 1'), {
      kind: "request",
      mode: "create",
    });
    expect(requestSent(state)).toMatchObject({ columns: { Custom: [{ name: "Close", tag: "c" }] } });
  });
});

/** The findings of a text as `code: the text they stand at -> what their first fix makes of it`. */
function findingsOf(given: string): readonly string[] {
  const { text, findings } = readText(given);
  return findings.map((found) => `${found.code}: ${text.slice(found.from, found.to)}${fixed(text, found)}`);
}
function fixed(text: string, { fixes }: TextFinding): string {
  const [edit] = fixes?.[0]?.edits ?? [];
  return edit === undefined ? "" : ` -> ${text.slice(0, edit.from)}${edit.insert}${text.slice(edit.to)}`;
}

describe("what cannot be read has a finding where it stands", () => {
  it.each([
    ["fliter [daily close] > 5", ["statement-unknown: fliter -> filter [daily close] > 5"]],
    ["close > 5", ["statement-unknown: close -> filter close > 5"]],
    ["[daily close] > 5", ["statement-place: [daily close] > 5 -> filter [daily close] > 5"]],
    ["  filter 5 > 3", ["statement-place: filter 5 > 3 -> filter 5 > 3"]],
    ["off dates", ["statement-off: off dates"]],
    ["off", ["statement-off: off"]],
    ["request A\nrequest B", ["statement-twice: request B -> request A\n"]],
    ["filter {a}:\ncolumn {b}:\nfilter", ["formula-missing: ", "formula-missing: "]],
    ["/* open\nfilter 5 > 3", ["comment-open: /* -> /* open */\nfilter 5 > 3"]],
    ['request "Gap', ['quote-open: "Gap']],
    ['request "Gap" and go', ['quote-after: "Gap" and go']],
    ["about Gaps", ["about-text: Gaps"]],
    ["dates 2025-10-01", ["days-two: 2025-10-01"]],
    ["dates 2025-02-30 .. 2025-03-01", ["days-two: 2025-02-30 .. 2025-03-01"]],
    ["options daily updates, fax", ["option-unknown: daily updates, fax"]],
    ["notation french", ["notation-unknown: french"]],
    ["filter 5 > 3\nnotation words", ["notation-late: notation words"]],
    ['filter [fundamental sector] = "a\n  b"', ["text-line-break: \n  "]],
  ])("%j", (text, findings) => {
    expect(findingsOf(text)).toEqual(findings);
  });

  it("and those of formulas and of the request stand in their statements, with fixes that repair them", () => {
    const text = `request A
dates 2025-10-01 .. 2025-12-31
filter
  [daily clsoe] > 5
column [daily close] + 1
column {B}: 5 + {Nowhere}
column {b}: 6
`;
    const { findings, request } = checkText(readText(text));
    expect(request).toBeNull();
    expect(findings.map(({ code, from, to }) => `${code}: ${text.slice(from, to)}`)).toEqual([
      "unknown-field: clsoe",
      "name-missing: column [daily close] + 1",
      "unknown-column: {Nowhere}",
      "name-unique: {b}",
    ]);
    const [field, name] = findings.map((found) => fixed(text, found));
    expect(field).toContain("  [daily close] > 5\n");
    expect(name).toContain("column {Column 1}: [daily close] + 1\n");
  });

  it("a request without a name or days says so at its head; too many filters at the first that is too many", () => {
    const { findings } = checkText(readText("filter 5 > 3\nfilter 6 > 3\n"), { filters: 1 });
    expect(findings.map(({ code, from }) => [code, from])).toEqual([
      ["name-missing", 0],
      ["date", 0],
      ["date", 0],
      ["too-many", 13],
    ]);
  });
});
