import { describe, expect, it } from "vitest";
import {
  checkText,
  columnNameAt,
  deleteRow,
  formatText,
  outcomeChoices,
  readText,
  renameColumnRow,
  setOutcome,
  textFollowing,
  withEdits,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import { around, errorsOf, requestOf } from "./requests.ts";

const COLUMNS = {
  Custom: [
    { name: "Return", formula: "( [daily close 5 adj] / [daily close adj] - 1 ) * 100" },
    { name: "Gap", formula: "[daily open] - [daily close -1]" },
    { name: "Net", formula: "{return} - 0.1" },
    { name: "Up", formula: "{return} > 0" },
  ],
};
const withOutcome = (outcome: unknown): unknown => around({ columns: COLUMNS, outcome });

const TEXT = `request Gap and go
dates   2024-01-02 .. 2024-03-28
outcome /* of the week */ {return}

column {Return}: ( [daily close 5 adj] / [daily close adj] - 1 ) * 100
column {Gap}: [daily open] - [daily close -1]
column {Net}: {Return} - 0.1
`;
const stateOf = (text: string): RequestState => checkText(readText(text)).state;
const found = (text: string) =>
  checkText(readText(text))
    .findings.filter(({ severity }) => severity === "error")
    .map(({ message, from, to, fixes }) => [
      message,
      readText(text).text.slice(from, to),
      ...(fixes ?? []).map(({ label }) => label),
    ]);

describe("the outcome of a request", () => {
  it("is a column by its name, as the columns have it", () => {
    expect(requestOf(withOutcome("return ")).outcome).toBe("Return");
    expect(requestOf(withOutcome("Net")).outcome).toBe("Net");
    expect(requestOf(around({ columns: COLUMNS })).outcome).toBeNull();
  });

  it("is a number that becomes known after the close of its day", () => {
    expect(errorsOf(withOutcome("Other"))).toEqual(['outcome: "Other" is no column of this request.']);
    expect(errorsOf(withOutcome(5))).toEqual(["outcome: 5 is no column of this request."]);
    expect(errorsOf(withOutcome("Date"))).toEqual(['outcome: "Date" is no column of this request.']);
    expect(errorsOf(withOutcome("Up"))).toEqual(["outcome: {Up} is no number, so it cannot be the outcome."]);
    expect(errorsOf(withOutcome("Gap"))).toEqual([expect.stringContaining("{Gap} is known by the close of its day")]);
  });

  it("whose column has a mistake is not wrong, too", () => {
    const columns = { Custom: [{ name: "Return", formula: "[daily close 5" }] };
    expect(errorsOf(around({ columns, outcome: "Return" })).every((one) => one.startsWith("columns"))).toBe(true);
  });

  it("is chosen among the columns that can be one", () => {
    const state = stateOf(TEXT);
    expect(outcomeChoices(state)).toEqual(["Return", "Net"]);
    expect(textFollowing(setOutcome(state, "Net")).text).toContain("\noutcome {Net} /* of the week */\n");
    expect(textFollowing(setOutcome(state, null)).text).not.toContain("outcome");
    expect(setOutcome(state, "RETURN")).toBe(state);
  });
});

describe("the statement `outcome`", () => {
  it("says what the JSON says, and is laid out with its comment", () => {
    expect(checkText(readText(TEXT))).toMatchObject({ request: { outcome: "Return" }, json: { outcome: "return" } });
    expect(formatText(TEXT)).toContain("\noutcome {return} /* of the week */\n");
    expect(formatText("outcome { a /* b */ }\n")).toBe("outcome {a /* b */}\n");
  });

  it("asks for one column in braces", () => {
    for (const text of ["outcome", "outcome Return", "outcome {}", "outcome {Return} > 5"])
      expect(found(text).map(([message]) => message)).toContain("The name of a column belongs here, in braces.");
  });

  it("follows its column: a rename, a deletion, switching off", () => {
    const renamed = renameColumnRow(stateOf(TEXT), "Return", "Week");
    expect(renamed?.state.outcome).toBe("Week");
    expect(renamed && textFollowing(renamed.state, renamed.rename).text).toBe(
      TEXT.replaceAll("{Return}", "{Week}").replace("{return}", "{Week}"),
    );
    expect(deleteRow(stateOf(TEXT), "columns", "Custom", 0).outcome).toBeNull();
    expect(columnNameAt(readText(TEXT), TEXT.indexOf("{return}") + 3)).toBe("return");
    const off = TEXT.replace("column {Return}", "off column {Return}").replace(/column \{Net.*\n/, "");
    expect(found(off)).toEqual([["The column {return} is switched off.", "{return}", "Switch it on"]]);
    const gone = TEXT.replace(/column \{Return.*\n/, "").replace(/column \{Net.*\n/, "");
    expect(found(gone)).toEqual([['"return" is no column of this request.', "{return}", "Remove these too"]]);
    const fix = checkText(readText(gone)).findings[0]?.fixes?.[0];
    expect(fix && withEdits(gone, fix.edits)).not.toContain("outcome");
  });
});
