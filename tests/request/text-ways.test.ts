import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { fragmentOf, requestOfFragment } from "../../src/client/builder/share.ts";
import { requestOf } from "../../src/export/index.ts";
import { requestSheetXml } from "../../src/export/request-sheet.ts";
import { zipContainer } from "../../src/export/zip.ts";
import {
  formatText,
  openRequest,
  openSent,
  printState,
  readSent,
  readText,
  requestSent,
  stateOfText,
  textDifferences,
  textIn,
  textOfState,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import { cases, timeLimit } from "../cases.ts";
import { gathered } from "../export/gathered.ts";
import { labelledRequest, said } from "./said.ts";

vi.setConfig({ testTimeout: timeLimit(60_000) });

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const opened = (sent: unknown): RequestState => {
  const { state, diagnostics } = openSent(sent);
  expect(diagnostics).toEqual([]);
  return state;
};
const ofText = (text: string, { kind, mode }: RequestState): RequestState =>
  stateOfText(readText(text), { kind, mode }).state;

const RUN = {
  run: "r1",
  database: "d",
  table: "t",
  rows: 0,
  columns: [],
  notes: [],
  funnel: [],
  hits: [],
  snapshot: { id: "s", date: "2024-03-28" },
  engine: "1",
  seconds: 1,
};

/** A workbook of nothing but the sheet Request. */
async function workbookOf(request: unknown, text: string): Promise<Buffer> {
  const dates = { start: "2024-01-02", end: "2024-03-28" };
  const meta = { requestName: "N", dates, filters: [], columns: [], basis: "As traded", request, text };
  return gathered(
    zipContainer([
      {
        name: "xl/workbook.xml",
        text: '<workbook><sheets><sheet name="Request" sheetId="1" r:id="rId1"/></sheets></workbook>',
      },
      {
        name: "xl/_rels/workbook.xml.rels",
        text: '<Relationships><Relationship Id="rId1" Target="worksheets/s.xml"/></Relationships>',
      },
      { name: "xl/worksheets/s.xml", text: requestSheetXml(RUN, meta, []) },
    ]),
  );
}

/** Every way a request can take; each gives back what went in. */
const WAYS: Readonly<Record<string, (state: RequestState) => RequestState | Promise<RequestState>>> = {
  "its JSON": (state) => opened(json(requestSent(state))),
  "its JSON with its text": (state) => opened(json(requestSent({ ...state, text: printState(state) }))),
  "its text alone in JSON": (state) => opened({ text: textOfState(state) }),
  "its text, as a file or on the clipboard": (state) => ofText(textOfState(state), state),
  "its text in words, and turned into code again": (state) =>
    ofText(textIn(textIn(textOfState(state), "words") ?? "", "code") ?? "", state),
  "its text, laid out": (state) => ofText(formatText(textOfState(state, "words")), state),
  "a link": async (state) => opened(await requestOfFragment(await fragmentOf(requestSent(state)))),
  "a link with its text": async (state) =>
    opened(await requestOfFragment(await fragmentOf(requestSent({ ...state, text: printState(state) })))),
  "a workbook": async (state) => {
    const sent = requestSent({ ...state, text: printState(state) });
    return opened(await requestOf(await workbookOf(sent, printState(state))));
  },
};

describe("nothing of a request is lost over", () => {
  it.each(Object.entries(WAYS))("%s", async (_, way) => {
    await fc.assert(
      fc.asyncProperty(labelledRequest, async (state) => {
        expect(said(await way(state))).toEqual(said(state));
      }),
      { numRuns: cases(20), endOnFailure: true },
    );
  });
});

describe("a text beside the entries of a request", () => {
  const request = (changes: object): object => ({
    name: "Gap",
    Date_Range: { start_date: "2024-01-02", end_date: "2024-03-28" },
    filters: { Custom: [{ tag: "up", formula: "[daily close] > [daily open]" }] },
    columns: { Custom: [{ name: "Close", formula: "[daily close] + 1" }] },
    ...changes,
  });
  const TEXT = `request Gap
dates   2024-01-02 .. 2024-03-28

filter {up}: [daily close] > [daily open]  /* why */
column {Close}: [daily close] + 1
`;

  it("that says the same is no finding", () => {
    expect(readSent(request({ text: TEXT })).diagnostics).toEqual([]);
  });

  it.each([
    [TEXT.replace("{up}", "{down}"), "filters"],
    [TEXT.replace("+ 1", "+ 2"), "columns"],
    [TEXT.replace("03-28", "03-27"), "days"],
    [TEXT.replace("Gap", "Gap and go"), "name"],
    [`${TEXT}options e-mail\n`, "options"],
    [`${TEXT}about "More."\nfilter 5 > 3`, "description and filters"],
    [TEXT.replace("filter", "off filter"), "filters"],
  ])("%#: says so, and the entries count", (text, differs) => {
    const { request: read, diagnostics } = readSent(request({ text }));
    expect(diagnostics.map(({ path, severity, code }) => [path, severity, code])).toEqual([
      ["text", "warning", "text-differs"],
    ]);
    expect(diagnostics[0]?.message).toContain(`: ${differs}.`);
    expect([read?.filters[0]?.label, read?.columns[0]?.code]).toEqual(["up", "[daily close] + 1"]);
    const { state, diagnostics: again } = openSent(request({ text }));
    expect(again.map(({ code }) => code)).toEqual(["text-differs"]);
    expect(textDifferences({ ...state, text: textOfState(state) })).toEqual([]);
  });

  it("that cannot be read keeps the request from running: what it means would be left out in silence", () => {
    const { request: read, diagnostics } = readSent(request({ text: `${TEXT}fliter [daily volume] > 1M\n` }));
    expect(read).toBeNull();
    expect(diagnostics).toMatchObject([{ path: "text", code: "statement-unknown", line: 6, column: 1 }]);
  });

  it("and alone it is the request, with every mistake at its line and column", () => {
    const { request: read, diagnostics } = readSent({ text: TEXT });
    expect([read?.name, diagnostics]).toEqual(["Gap", []]);
    const wrong = readSent({ text: TEXT.replace("[daily open]", "\n  [daily opne]") });
    expect(wrong.request).toBeNull();
    expect(wrong.diagnostics).toMatchObject([{ path: "text", code: "unknown-field", line: 5, column: 10 }]);
  });

  it("has the second label of a filter; an only label is the tag", () => {
    const text = 'filter {up} "Up days": [daily close] > [daily open]\nfilter {} "only": [daily close] > 5\n';
    const { state } = openRequest(json(requestSent(ofText(text, opened(request({}))))));
    expect(printState(state)).toBe(text.replace('{} "only"', "{only}"));
  });
});
