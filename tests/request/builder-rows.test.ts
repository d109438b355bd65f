import { describe, expect, it } from "vitest";
import {
  cardState,
  countOf,
  deleteAll,
  deleteRow,
  goAlong,
  duplicateRow,
  editRow,
  enterFormula,
  freshRequest,
  openRequest,
  requestSent,
  selectAllStatements,
  selectNoStatements,
  stopEditing,
  toggleStatement,
  toggleStatementGroup,
} from "../../src/request/index.ts";
import type { EntryLimits, RequestState } from "../../src/request/index.ts";
import { EARNINGS_DATA_POINTS } from "../../src/vocabulary/index.ts";
import { CardHand, TODAY } from "./card.ts";

const daily = (...values: readonly string[]): CardHand =>
  values.reduce(
    (hand, value) => hand.choose("condition", ">").type("value", value).submit(),
    new CardHand("filters", "Daily"),
  );
const columns = (...names: readonly string[]): CardHand =>
  names.reduce((hand, name) => hand.type("name", name).submit(), new CardHand("columns", "Daily"));
const values = (hand: CardHand) => hand.items().map((item) => (item.kind === "card" ? item.options.value : null));

/** A column of a formula, typed on the code tab and checked. */
const formula = (hand: CardHand, name: string, text: string): CardHand => {
  const custom = hand.on("columns", "Custom").tab("Build your own - code");
  const typed = custom.with(enterFormula(custom.state, "columns", text)).type("name", name);
  return typed.submit(undefined, { state: "success", text });
};

describe("adding", () => {
  it("appends the entry and resets the selected values of the active data point", () => {
    const hand = daily("5", "6");
    expect(values(hand)).toEqual([5, 6]);
    expect([hand.selected("condition"), hand.option("value").text]).toEqual([[], ""]);
    const high = hand.point("high").choose("condition", "<").type("value", "7").submit();
    expect(high.view().dataPoints.find(({ isActive }) => isActive)?.name).toBe("high");
  });

  it("is counted per card, and the button says what it does", () => {
    const hand = daily("5");
    expect([hand.view().count, hand.view().addedTitle, hand.view().button.label]).toEqual([
      1,
      "Added Daily",
      "Add daily",
    ]);
    expect(new CardHand("columns", "Ownership").view().emptyText).toBe("No added ownership");
  });

  it("is disabled with a hint while a field holds the unfilled placeholder, an error exists, or the name clashes", () => {
    const hint = "Fill in all fields to add a daily";
    const empty = new CardHand("filters", "Daily");
    const named = columns("Close").type("name", "close");
    for (const hand of [
      empty,
      empty.type("value", "5"),
      empty.choose("condition", ">"),
      empty.choose("condition", ">").type("value", "-"),
      empty.choose("condition", ">").type("value", "5").type("day", ""),
      named,
    ]) {
      expect(hand.view().button).toMatchObject({ disabled: true, hint });
      expect(hand.submit().state).toBe(hand.state);
    }
    expect(named.option("name").error).toEqual({ isError: true, errorMessage: "Name In Excel must be unique." });
    expect(columns("Close").type("name", "Close 2").view().button).toMatchObject({ disabled: false, hint: "" });
  });

  it.each(["Symbol", "date", "{Date}"])("refuses %s, which every output has", (name) => {
    expect(columns().type("name", name).view().button.blocked).toBe("name");
  });

  it("is disabled where the entry can mean nothing, and says why", () => {
    const macd = new CardHand("columns", "Indicator").choose("func", "MACD").type("name", "M");
    expect(macd.view().button.disabled).toBe(false);
    const { button } = macd.type("params", "26, 12, 9").view();
    expect([button.disabled, button.blocked, button.hint.length > 0]).toEqual([true, "meaning", true]);
  });
});

describe("limits", () => {
  const two: EntryLimits = { filters: 2, columns: 1 };
  const full = daily("5", "6");

  it("disable adding when the count reaches the subscription's, editing excepted", () => {
    const filled = full.choose("condition", ">").type("value", "7");
    expect(filled.view(two)).toMatchObject({
      limitReached: true,
      button: { disabled: true, blocked: "limit", hint: "Your subscription allows 2 filters." },
    });
    expect(filled.submit(two).state).toBe(filled.state);
    const edited = full
      .with(editRow(full.state, "filters", "Daily", 0))
      .type("value", "9")
      .submit(two);
    expect(values(edited)).toEqual([9, 6]);
  });

  it("count all cards of a side together", () => {
    const other = full.on("filters", "Ownership").choose("condition", ">").type("value", "7");
    expect(other.view(two).button.blocked).toBe("limit");
    expect(countOf(full.state, "filters")).toBe(2);
    expect(full.on("columns", "Daily").view(two).limitReached).toBe(false);
  });

  it("do not hold for templates", () => {
    const template = new CardHand("filters", "Daily", freshRequest(TODAY, "template"));
    const none: EntryLimits = { filters: 0, columns: 0 };
    const hand = template.choose("condition", ">").type("value", "7");
    expect(hand.view(none)).toMatchObject({ limitReached: false, button: { disabled: false } });
    expect(hand.submit(none).items().length).toBe(1);
  });

  it("hold for duplicates of filters, too", () => {
    const state = duplicateRow(full.state, "filters", "Daily", 0, two);
    expect(values(full.with(state))).toEqual([5, 6]);
  });
});

describe("editing a row", () => {
  const rows = daily("5", "6", "7");
  const editing = rows.with(editRow(rows.state, "filters", "Daily", 1));

  it("loads it into the form and marks it", () => {
    expect([editing.option("value").text, editing.selected("condition")]).toEqual(["6", [">"]]);
    expect([editing.view().button.label, cardState(editing.state, "filters", "Daily").editing]).toEqual([
      "Edit daily",
      1,
    ]);
  });

  it("replaces it at its index and returns to adding", () => {
    const done = editing.type("value", "60").submit();
    expect(values(done)).toEqual([5, 60, 7]);
    expect(done.view().button.label).toBe("Add daily");
  });

  it("can be given up", () => {
    const stopped = editing.with(stopEditing(editing.state, "filters", "Daily"));
    expect([values(stopped), stopped.option("value").text]).toEqual([[5, 6, 7], ""]);
  });

  it("follows its row when others are deleted, and is given up with its own", () => {
    const before = editing.with(deleteRow(editing.state, "filters", "Daily", 0));
    expect(values(before.type("value", "60").submit())).toEqual([60, 7]);
    const own = editing.with(deleteRow(editing.state, "filters", "Daily", 1));
    expect([own.view().button.label, own.option("value").text]).toEqual(["Add daily", ""]);
  });

  it("keeps its own name free, and that of others taken", () => {
    const hand = columns("A", "B");
    const first = hand.with(editRow(hand.state, "columns", "Daily", 0));
    expect(first.view().button.disabled).toBe(false);
    expect(first.type("name", "b").view().button.blocked).toBe("name");
  });

  it.each([
    ["Identity", { data_point: "exchange", operator: "equal", value: ["NYSE-ARCA", "OTC"] }],
    ["Fundamental", { data_point: "news", n: -1, start_time: "04:00", end_time: "09:29", value: true }],
    [
      "Indicator",
      { type: "BBANDS", data_point: "high", params: [20, 2], line: "lower", offset: 1, operator: "<", value: -0.5 },
    ],
    [
      "Indicator",
      { type: "EMA", data_point: "vwap", num_bars: 9, timeframe: 5, time: "10:00", n: -2, operator: ">", value: 1 },
    ],
    [
      "Indicator",
      {
        data_point: "date",
        is_the: "MIN",
        data_point_to_evaluate: "low",
        n: 5,
        offset: 0,
        operator: ">",
        value: "2024-02-01",
      },
    ],
    ["Indicator", { type: "VWAP", adjusted: true, n: 20, offset: 1, operator: ">", value: 1 }],
    ["Indicator", { type: "VWAP", timeframe: 5, time: "10:00", n: -2, operator: ">", value: 1 }],
    ["Indicator", { type: "ROLLING_VWAP", num_bars: 3, timeframe: 5, time: "10:00", operator: ">", value: 1 }],
    ["Ownership", { data_point: "float", operator: ">=", value: 1e21 }],
  ] as const)("of %s: what is loaded and saved again is the same entry", (title, entry) => {
    const { state } = openRequest({ filters: { [title]: [entry] } });
    const hand = new CardHand("filters", title, state);
    expect(hand.items().length).toBe(1);
    expect(
      hand
        .with(editRow(state, "filters", title, 0))
        .submit()
        .items(),
    ).toEqual(hand.items());
  });
});

describe("duplicating a row", () => {
  it("of filters inserts it right after the original and loads it without marking an edit", () => {
    const rows = daily("5", "6");
    const hand = rows.with(duplicateRow(rows.state, "filters", "Daily", 0, { filters: null, columns: null }));
    expect(values(hand)).toEqual([5, 5, 6]);
    expect([hand.option("value").text, hand.view().button.label]).toEqual(["5", "Add daily"]);
  });

  it("of columns loads it, to be given a name of its own", () => {
    const rows = columns("A", "B");
    const hand = rows.with(duplicateRow(rows.state, "columns", "Daily", 0, { filters: null, columns: null }));
    expect([hand.names(), hand.option("name").error.errorMessage]).toEqual([
      ["A", "B"],
      "Name In Excel must be unique.",
    ]);
    expect(hand.type("name", "C").submit().names()).toEqual(["A", "B", "C"]);
  });
});

describe("deleting", () => {
  const made = (): CardHand =>
    formula(
      formula(
        formula(formula(columns("Close", "Open"), "Twice", "{close} * 2"), "More", "{Twice} + 1"),
        "Free",
        "{gap} + 1",
      ),
      "Both",
      "{Open} /* {Close} */ + 1",
    );

  it("removes one row, or all added items of the card", () => {
    const rows = daily("5", "6", "7");
    expect(values(rows.with(deleteRow(rows.state, "filters", "Daily", 1)))).toEqual([5, 7]);
    expect(values(rows.with(deleteAll(rows.state, "filters", "Daily")))).toEqual([]);
    expect(deleteRow(rows.state, "filters", "Daily", 9)).toBe(rows.state);
  });

  it("of a column removes the custom formulas that use it in braces, and those that use them", () => {
    const hand = made();
    const after = hand.with(deleteRow(hand.state, "columns", "Daily", 0));
    // A name in a comment is no use of it.
    expect(after.on("columns", "Custom").names()).toEqual(["Free", "Both"]);
    const all = hand.with(deleteAll(hand.state, "columns", "Daily"));
    expect(all.on("columns", "Custom").names()).toEqual(["Free"]);
  });

  it("of a custom column does the same", () => {
    const hand = made().on("columns", "Custom");
    expect(hand.with(deleteRow(hand.state, "columns", "Custom", 0)).names()).toEqual(["Free", "Both"]);
  });

  it("names beforehand what goes along", () => {
    const { state } = made();
    expect(goAlong(state, "columns", "Daily", 0)).toEqual(["Twice", "More"]);
    expect(goAlong(state, "columns", "Daily", "all")).toEqual(["Twice", "More", "Both"]);
    expect(goAlong(state, "columns", "Custom", 0)).toEqual(["More"]);
    expect(goAlong(state, "columns", "Custom", 2)).toEqual([]);
    expect(goAlong(daily("5").state, "filters", "Daily", 0)).toEqual([]);
  });
});

describe("renaming a column", () => {
  it("rewrites the formulas that use it, everything else as typed", () => {
    const hand = formula(columns("Close"), "Twice", "(  {CLOSE}*2 /* {Close} */ ) + {twice too} - {close}");
    const edited = hand.on("columns", "Daily").with(editRow(hand.state, "columns", "Daily", 0));
    const [item] = edited.type("name", "Last").submit().on("columns", "Custom").items();
    expect(item?.kind === "custom" && item.formula.inputFormula).toBe(
      "(  {Last}*2 /* {Close} */ ) + {twice too} - {Last}",
    );
  });

  it("keeps it in the order of columns", () => {
    const hand = columns("A", "B");
    const ordered: RequestState = { ...hand.state, columnOrder: ["B", "A"] };
    const edited = hand
      .with(editRow(ordered, "columns", "Daily", 1))
      .type("name", "C")
      .submit();
    expect(edited.state.columnOrder).toEqual(["C", "A"]);
  });
});

describe("earnings", () => {
  const card = new CardHand("columns", "Earnings");
  const groups = (hand: CardHand) => hand.view().statements;
  const chosen = (hand: CardHand) =>
    groups(hand).flatMap(({ items }) => items.filter(({ selected }) => selected).map(({ name }) => name));

  it("are grouped as a company's statements are", () => {
    expect(groups(card).map(({ group }) => group)).toEqual([
      "Assets",
      "Liabilities",
      "Equity",
      "Cash Flows (Operating)",
      "Cash Flows (Investing)",
      "Cash Flows (Financing)",
      "Revenues and Sales",
      "Operating Expenses",
      "Operating Income",
      "Earnings Per Share",
    ]);
  });

  it("are selected all, none, by group or one by one", () => {
    const all = card.with(selectAllStatements(card.state));
    expect(chosen(all).length).toBe(EARNINGS_DATA_POINTS.length);
    expect(chosen(all.with(selectNoStatements(all.state)))).toEqual([]);
    const revenues = card.with(toggleStatementGroup(card.state, "Revenues and Sales"));
    expect(
      groups(revenues)
        .filter(({ selected }) => selected)
        .map(({ group }) => group),
    ).toEqual(["Revenues and Sales"]);
    expect(chosen(revenues.with(toggleStatementGroup(revenues.state, "Revenues and Sales")))).toEqual([]);
    const one = card.with(toggleStatement(card.state, "total-assets"));
    expect(chosen(one)).toEqual(["total-assets"]);
    expect(chosen(one.with(toggleStatement(one.state, "total-assets")))).toEqual([]);
  });

  const none = card;
  const one = card.with(toggleStatement(card.state, "total-revenue-1q"));
  const two = one.with(toggleStatement(one.state, "total-assets"));
  const taken = card.with(columns("Revenue").state);

  it.each([
    ["no data point", none.type("name", "Q"), "unfilled"],
    ["no name and one data point", one, "unfilled"],
    ["a name and one data point", one.type("name", "Revenue"), null],
    ["no name and two data points", two, null],
    ["a name that is taken", taken.with(toggleStatement(taken.state, "total-assets")).type("name", "revenue"), "name"],
  ])("Add column with %s: %s", (_, hand, blocked) => {
    expect(hand.view().button).toMatchObject({ label: "Add column", blocked, disabled: blocked !== null });
  });

  it("are limited by the columns that are left", () => {
    expect(two.view({ filters: null, columns: 1 }).button.blocked).toBe("limit");
    expect(two.view({ filters: null, columns: 2 }).button.blocked).toBeNull();
  });

  it("become a column each", () => {
    expect(one.type("name", "{Revenue}").submit().names()).toEqual(["Revenue"]);
    expect(two.type("name", "Q").submit().names()).toEqual(["Q total-assets", "Q total-revenue-1q"]);
    expect(two.submit().names()).toEqual(["total-assets", "total-revenue-1q"]);
    expect(requestSent(one.type("name", "R").submit().state)).toMatchObject({
      columns: { Earnings: [{ data_point: "total-revenue-1q", name: "R" }] },
    });
  });

  it("are edited one by one", () => {
    const added = two.submit();
    const editing = added.with(editRow(added.state, "columns", "Earnings", 1));
    expect([chosen(editing), editing.view().button.label]).toEqual([["total-revenue-1q"], "Edit earnings"]);
    expect(editing.type("name", "Revenue").submit().names()).toEqual(["total-assets", "Revenue"]);
  });
});
