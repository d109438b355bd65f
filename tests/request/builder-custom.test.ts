import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "../cases.ts";
import { parseCode, printCode } from "../../src/formula/index.ts";
import {
  asksForCheck,
  builtInPresets,
  cardOfRow,
  cardState,
  columnNamesOf,
  editAsFormula,
  editRow,
  enterFormula,
  forgetFormula,
  formulaText,
  formulasText,
  NO_CARD,
  putFormula,
  readFormulas,
  requestSent,
  rowViews,
  saveFormula,
  selectTab,
  showOnCard,
} from "../../src/request/index.ts";
import type { FormulaCheck, NamedFormula } from "../../src/request/index.ts";
import type { CardSide } from "../../src/vocabulary/index.ts";
import { CardHand } from "./card.ts";

const CODE = "Build your own - code";
const card = (side: CardSide) => new CardHand(side, "Custom").tab(CODE);
const typed = (hand: CardHand, text: string) => hand.with(enterFormula(hand.state, hand.side, text));
const passed = (text: string): FormulaCheck => ({ state: "success", text });
const PRESET: NamedFormula = {
  tag: "gap_up",
  display: "Gap up",
  description: "Opens above the previous close",
  formula: "[daily open] > [daily close -1]",
};

describe("a check of a formula", () => {
  const columns = ["Symbol", "Gap"];
  it.each([
    ["", false],
    ["   ", false],
    ["[daily close]", true],
    ["gap", false],
    [" {Gap} ", false],
    ["{Gap} + 1", true],
    ["symbol", false],
    ["gapped", true],
  ])("of %j is asked for: %s", (text, asked) => expect(asksForCheck(text, columns)).toBe(asked));

  it("must have succeeded for the very text before it can be added", () => {
    const text = "[daily close] > 5";
    const hand = typed(card("filters"), text);
    const blocked = (check?: FormulaCheck) => hand.view(undefined, check).button.blocked;
    expect(blocked()).toBe("formula");
    expect(blocked({ state: "loading", text })).toBe("formula");
    expect(blocked({ state: "failure", text })).toBe("formula");
    expect(blocked(passed("[daily close] > 6"))).toBe("formula");
    expect(blocked(passed(text))).toBeNull();
    // A red cross shows beside it; nothing else is said.
    expect(hand.view(undefined, { state: "failure", text }).button).toMatchObject({ disabled: true, hint: "" });
    expect(hand.submit(undefined, { state: "failure", text }).state).toBe(hand.state);
  });
});

describe("a formula", () => {
  it("is added with its typed text, canonical code, members, columns, tag and name", () => {
    const text = "( {Close}  - [daily open] ) /* day */";
    const hand = typed(card("columns"), text)
      .type("name", "{Day} range")
      .type("tag", "day")
      .submit(undefined, passed(text));
    const [item] = hand.items();
    expect(item?.kind === "custom" && item.formula).toEqual({
      inputFormula: text,
      type: "code",
      stringFormula: "{Close} - [daily open] /* day */",
      jsonFormula: [
        { type: "operator", value: "(" },
        { type: "column", value: "Close" },
        { type: "operator", value: "-" },
        { type: "data_point", adjusted: false, value: "daily", data_point: "open", n: 0 },
        { type: "operator", value: ")" },
      ],
      data_point: "formula",
      name_list: ["Close"],
      tag_list: [],
      tag: "day",
      name: "Day range",
    });
    expect(requestSent(hand.state)).toMatchObject({
      columns: { Custom: [{ name: "Day range", tag: "day", inputFormula: text, type: "code" }] },
    });
  });

  it("of a column needs a name of its own", () => {
    const named = new CardHand("columns", "Daily").type("name", "Close").submit().on("columns", "Custom").tab(CODE);
    const hand = typed(named, "1");
    expect(hand.view(undefined, passed("1")).button.blocked).toBe("unfilled");
    expect(hand.type("name", "close").view(undefined, passed("1")).button.blocked).toBe("name");
    expect(hand.type("name", "One").view(undefined, passed("1")).button.blocked).toBeNull();
    expect(columnNamesOf(hand.state)).toEqual(["Symbol", "Date", "Close"]);
  });

  it("is edited on the tab it was written on", () => {
    const text = "[daily close] > 5";
    const hand = typed(card("filters"), text).submit(undefined, passed(text)).tab("Common");
    const editing = hand.with(editRow(hand.state, "filters", "Custom", 0));
    expect(cardState(editing.state, "filters", "Custom").form).toMatchObject({ tab: CODE, texts: { code: text } });
    const next = "[daily close] > 6";
    const done = typed(editing, next).submit(undefined, passed(next));
    expect(done.sentences().length).toBe(1);
    expect(done.items()[0]).toMatchObject({ formula: { inputFormula: next } });
  });
});

describe("tabs of the Custom card", () => {
  it("lose nothing that does not parse", () => {
    const hand = typed(card("filters"), "[daily clo");
    const back = hand.tab("Build your own - words").tab(CODE);
    expect(cardState(back.state, "filters", "Custom").form).toMatchObject({ texts: { code: "[daily clo" } });
  });

  it("show one formula in both notations, comments kept", () => {
    const hand = typed(card("filters"), "[daily close -1 adj] > 5 /* dollars */").tab("Build your own - words");
    expect(cardState(hand.state, "filters", "Custom").form).toMatchObject({
      texts: { words: "adjusted close 1 day ago is above 5 /* dollars */" },
    });
    const changed = typed(hand, "adjusted close 1 day ago is above 6").tab(CODE);
    expect(cardState(changed.state, "filters", "Custom").form).toMatchObject({
      texts: { code: "[daily close -1 adj] > 6" },
    });
  });

  it("leave a text as it was typed where it says the same already", () => {
    const typedCode = "( [daily close -1 adj]>5 )";
    const hand = typed(card("filters"), typedCode).tab("Build your own - words").tab(CODE);
    expect(cardState(hand.state, "filters", "Custom").form).toMatchObject({ texts: { code: typedCode } });
  });

  it("never take an older text for the one that was typed last", () => {
    const both = typed(card("filters"), "[daily close -1 adj] > 5").tab("Build your own - words").tab(CODE);
    const broken = typed(both, "[daily clo").tab("Build your own - words").tab(CODE);
    expect(cardState(broken.state, "filters", "Custom").form).toMatchObject({ texts: { code: "[daily clo" } });
  });

  it("send the members with the typed words", () => {
    const hand = new CardHand("filters", "Custom").tab("Build your own - words");
    const text = "previous close is above 5";
    const added = typed(hand, text).submit(undefined, passed(text));
    expect(requestSent(added.state)).toMatchObject({
      filters: {
        Custom: [
          {
            formula: [{ data_point: "close", n: -1 }, { value: ">" }, { value: 5 }],
            inputFormula: text,
            type: "words",
          },
        ],
      },
    });
    expect(added.sentences()).toEqual(["close 1 day ago is above 5"]);
  });

  it("take presets and saved formulas", () => {
    const common = new CardHand("columns", "Custom");
    const hand = common.with(putFormula(common.state, "columns", PRESET));
    expect(cardState(hand.state, "columns", "Custom").form).toMatchObject({
      tab: "Common",
      // In parentheses, so that what is written behind it does not change its meaning.
      texts: { common: `( ${PRESET.formula} )` },
      name: "Gap up",
      tag: "gap_up",
      tag_list: ["gap_up"],
    });
    const added = hand.submit(undefined, passed(`( ${PRESET.formula} )`));
    expect(added.items()[0]).toMatchObject({ formula: { type: "common", tag_list: ["gap_up"] } });
    // What was typed as name and tag stays.
    const own = common.type("name", "Mine").type("tag", "m");
    expect(cardState(putFormula(own.state, "columns", PRESET), "columns", "Custom").form).toMatchObject({
      name: "Mine",
      tag: "m",
    });
  });

  it("make an entry of every preset of the library, on every tab", () => {
    for (const side of ["filters", "columns"] as const)
      for (const [place, preset] of builtInPresets()
        .filter(({ use }) => side === "columns" || use === "filter")
        .entries()) {
        if (place % rounds(3, 1) !== 0) continue;
        for (const tab of ["Common", "Build your own - words", CODE] as const) {
          const hand = new CardHand(side, "Custom").tab(tab);
          const put = hand.with(putFormula(hand.state, side, preset));
          const { form } = cardState(put.state, side, "Custom");
          const text = form.kind === "custom" ? formulaText(form) : "";
          const [item] = put.submit(undefined, passed(text)).items();
          const own = parseCode(preset.formula).tree;
          expect(item?.kind === "custom" && item.formula.stringFormula, preset.tag).toBe(own && printCode(own));
        }
      }
  });

  it("are those of the card", () => {
    const hand = card("filters");
    expect(selectTab(hand.state, "filters", "Custom", "Daily")).toBe(hand.state);
  });
});

describe("from card to formula and back", () => {
  const rows = new CardHand("filters", "Daily").choose("condition", ">").type("value", "5").type("tag", "t").submit();

  it("a row becomes a formula that is being edited", () => {
    const state = editAsFormula(rows.state, "filters", "Daily", 0);
    expect([rows.with(state).items().length, rowViews(state, "filters", "Custom").length]).toEqual([0, 1]);
    expect(cardState(state, "filters", "Custom")).toMatchObject({
      editing: 0,
      form: { tab: CODE, texts: { code: "[daily open] > 5" }, tag: "t" },
    });
    expect(cardOfRow(state, "filters", 0)).toEqual({ title: "Daily" });
    expect(rows.with(showOnCard(state, "filters", 0)).items()).toEqual(rows.items());
  });

  it("a formula that no card shows stays where it is, and says why", () => {
    const text = "[daily close] > [daily open] * 2";
    const hand = typed(card("filters"), text).submit(undefined, passed(text));
    expect(cardOfRow(hand.state, "filters", 0)).toEqual({ why: NO_CARD.operation });
    expect(showOnCard(hand.state, "filters", 0)).toBe(hand.state);
  });
});

describe("the word display of a form", () => {
  const parts = (hand: CardHand) => hand.view().display.parts.map(({ text }) => text);

  it("holds a placeholder for what is not filled in", () => {
    const filter = new CardHand("filters", "Daily");
    expect(parts(filter).slice(1)).toEqual(["[Condition]", "[Value]"]);
    expect(filter.view().display.complete).toBe(false);
    const some = filter.choose("condition", ">");
    expect(parts(some).slice(1)).toEqual(["greater than", "[Value]"]);
    const all = some.type("value", "5");
    expect([parts(all).length, all.view().display.complete]).toEqual([1, true]);
    expect(parts(new CardHand("columns", "Daily"))[0]).toBe("[Name In Excel]");
    expect(parts(new CardHand("filters", "Indicator"))).toEqual(["open", "[Days]", "[Condition]", "[Value]"]);
    expect(parts(card("columns"))).toEqual(["[Name In Excel]", "[Formula]"]);
  });
});

describe("the sentence of a row", () => {
  it("is the canonical words of its tree", () => {
    const filter = new CardHand("filters", "Daily").choose("adjusted", "adjusted").type("day", "-1");
    expect(filter.choose("condition", ">", "=").type("value", "5").submit().sentences()).toEqual([
      "adjusted open 1 day ago is at least 5",
    ]);
    expect(new CardHand("columns", "Intraday").type("name", "O").submit().sentences()).toEqual([
      "first open between 09:30 and 15:59",
    ]);
    const news = new CardHand("filters", "Fundamental").point("news").choose("value", "DIDN'T HAVE").submit();
    expect(news.sentences()).toEqual(["did not have news today"]);
  });
});

describe("the fields of a row", () => {
  const fields = (hand: CardHand) =>
    rowViews(hand.state, hand.side, hand.title)[0]?.fields.map(({ label, text }) => `${label}: ${text}`);

  it("are labelled, numbers with thousands separators", () => {
    const volume = new CardHand("filters", "Daily").point("volume").choose("condition", ">").type("value", "1500000.5");
    expect(fields(volume.submit())).toEqual([
      "Data point: volume",
      "Adjusted: Unadjusted",
      "Day: 0",
      "Condition: greater than",
      "Value: 1,500,000.5",
    ]);
    const window = new CardHand("columns", "Intraday").type("name", "O");
    expect(fields(window.submit())).toEqual([
      "Data point: open",
      "Adjusted: Unadjusted",
      "Function: FIRST",
      "Day: 0",
      "Start time: 09:30",
      "End time: 15:59",
      "Name In Excel: O",
    ]);
    const classes = new CardHand("filters", "Identity").point("security_class").choose("condition", "IS NOT");
    expect(fields(classes.choose("value", "Common Stock", "ETF").submit())?.slice(2)).toEqual([
      "Condition: IS NOT",
      "Value: Common Stock, ETF",
    ]);
  });
});

describe("saved formulas", () => {
  const saved = saveFormula(new Map(), PRESET);

  it("are kept by tag, a later one in the place of an earlier", () => {
    expect([...saved.keys()]).toEqual(["gap_up"]);
    expect(saveFormula(saved, { ...PRESET, tag: " {gap_up} ", formula: "1" }).get("gap_up")?.formula).toBe("1");
    expect(forgetFormula(saved, "gap_up").size).toBe(0);
    expect(saveFormula(saved, { ...PRESET, tag: "{}" })).toBe(saved);
    expect(saveFormula(saved, { ...PRESET, formula: " " })).toBe(saved);
  });

  it("survive their storage", () => {
    expect(readFormulas(formulasText(saved))).toEqual({ saved, refused: [] });
    const odd = saveFormula(saved, { ...PRESET, tag: "__proto__" });
    expect([...readFormulas(formulasText(odd)).saved.keys()]).toEqual(["gap_up", "__proto__"]);
  });

  it("are read from whatever lies there, and what is none is named", () => {
    const text = '{"a": {"formula": "1"}, "b": {"formula": 5}, "c": null, "": {"formula": "1"}}';
    const { saved: read, refused } = readFormulas(text);
    expect([...read.values()]).toEqual([{ tag: "a", display: "a", description: "", formula: "1" }]);
    expect(refused).toEqual(["b", "c", ""]);
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (any) => readFormulas(any).saved.size >= 0));
  });
});
