import { describe, expect, it } from "vitest";
import {
  cardState,
  formOfNewPoint,
  choose,
  enterText,
  formOfRow,
  freshRequest,
  openRequest,
  readText,
  selectDataPoint,
  statementAt,
  textFollowing,
  withEntriesOf,
  withRowOpened,
  withText,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import { inspectedEntry, withForm } from "../../src/client/builder/inspected.ts";
import { statementOfCard, statementOfStep } from "../../src/client/builder/text-places.ts";

const NO_LIMITS = { filters: null, columns: null };

const TEXT = `/* What trades. */
request Gaps
dates 2025-12-01 .. 2025-12-31

/* Not pennies. */
filter {price}:   [daily open] > 2   
off filter [daily volume] < 1M

filter [daily close -1]*2 > 5
column {Close}: [daily close]
column {Twice}: {Close} * 2
`;

const stateOf = (text: string): RequestState => withText(freshRequest("2025-12-31"), text);

/** What the text is after a change in the form of the statement that holds some words. */
function edited(words: string, transition: (state: RequestState, side: "filters" | "columns") => RequestState): string {
  const state = stateOf(TEXT);
  const read = readText(TEXT);
  const statement = statementAt(read, TEXT.indexOf(words));
  const entry = statement === null ? null : inspectedEntry(read, statement, state);
  if (entry === null) throw new Error(`nothing is inspected at ${words}`);
  const { side, title, index } = entry.place;
  const form = formOfRow(entry.state, side, title, index);
  if (form === null) throw new Error(`no form at ${words}`);
  const next = transition(withRowOpened(entry.state, side, title, index, form), side === "filters" ? side : "columns");
  const changed = withForm(entry, cardState(next, side, title).form, NO_LIMITS);
  if (changed === null) return TEXT;
  return textFollowing(withEntriesOf(state, changed.state)).text ?? "";
}

describe("the statement under the caret", () => {
  it.each([
    ["request Gaps", "request"],
    ["{price}", "filter"],
    ["What trades", null],
    ["Not pennies", null],
    ["< 1M", "filter"],
    ["column {Close}", "column"],
  ])("at %s is %s", (words, kind) => {
    expect(statementAt(readText(TEXT), TEXT.indexOf(words))?.kind ?? null).toBe(kind);
  });

  it("holds to the end of its last line, and a blank line belongs to none", () => {
    const text = "filter [daily open] > 2  \n\ncolumn [daily close]";
    expect(statementAt(readText(text), text.indexOf("\n"))?.kind).toBe("filter");
    expect(statementAt(readText(text), text.indexOf("\n") + 1)).toBeNull();
    expect(statementAt(readText(text), text.length)?.kind).toBe("column");
  });
});

describe("the inspector", () => {
  it("changes the statement it shows and no other character", () => {
    const after = edited("[daily open]", (state, side) => enterText(state, side, "Daily", "value", "35"));
    expect(after).toBe(TEXT.replace("[daily open] > 2 ", "[daily open] > 35 "));
  });

  it("changes a column's option and leaves its name", () => {
    const after = edited("column {Close}", (state) => choose(state, "columns", "Daily", "adjusted", "adjusted"));
    expect(after).toBe(TEXT.replace("{Close}: [daily close]", "{Close}: [daily close adj]"));
  });

  it("takes a column's new name into the formulas that name it", () => {
    const after = edited("column {Close}", (state) => enterText(state, "columns", "Daily", "name", "Last"));
    expect(after).toBe(TEXT.replaceAll("{Close}", "{Last}"));
  });

  it("keeps what an entry says where another data point is chosen", () => {
    const after = edited("[daily open]", (state, side) => {
      const { form, addedOptions } = cardState(selectDataPoint(state, side, "Daily", "high"), side, "Daily");
      const row = addedOptions[0]?.addedItem;
      return row === undefined
        ? state
        : withRowOpened(state, side, "Daily", 0, formOfNewPoint(form, row, side, "Daily"));
    });
    expect(after).toBe(TEXT.replace("[daily open] > 2", "[daily high] > 2"));
  });

  it("changes nothing while something is missing", () => {
    expect(edited("[daily open]", (state, side) => enterText(state, side, "Daily", "value", ""))).toBe(TEXT);
  });

  it("shows an entry on the card that can say it, whatever card it came from", () => {
    const state = textFollowing({
      ...openRequest({ filters: { Custom: [{ formula: "[daily open] > 2", tag: "price" }] } }, "request", "create")
        .state,
      text: "",
    });
    const read = readText(state.text ?? "");
    const statement = statementAt(read, read.text.indexOf("filter"));
    expect(cardState(state, "filters", "Custom").addedOptions).toHaveLength(1);
    expect(statement && inspectedEntry(read, statement, state)?.place).toEqual({
      side: "filters",
      title: "Daily",
      index: 0,
    });
  });

  it("shows no entry of what is switched off", () => {
    const read = readText(TEXT);
    const statement = statementAt(read, TEXT.indexOf("< 1M"));
    expect(statement && inspectedEntry(read, statement, stateOf(TEXT))).toBeNull();
  });
});

describe("the navigation", () => {
  it("leads to the first statement of a card or a step", () => {
    const [read, state] = [readText(TEXT), stateOf(TEXT)];
    const at = (from: number | undefined): string => TEXT.slice(from, from === undefined ? 0 : from + 14);
    expect(at(statementOfCard(read, state, "filters", "Daily")?.from)).toBe("filter {price}");
    expect(statementOfCard(read, state, "filters", "Ownership")).toBeNull();
    expect(at(statementOfStep(read, "date-range")?.from)).toBe("dates 2025-12-");
    expect(at(statementOfStep(read, "columns")?.from)).toBe("column {Close}");
    expect(statementOfStep(read, "review")).toBeNull();
  });
});
