import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cardState,
  editRow,
  enterFormula,
  enterText,
  formsKept,
  freshRequest,
  openForms,
  selectTab,
} from "../../src/request/index.ts";
import { cardsOf } from "../../src/vocabulary/index.ts";
import { fillRandom } from "./builder-forms.ts";
import { CardHand, TODAY } from "./card.ts";
import { cases } from "../cases.ts";

const SIDES = ["filters", "columns"] as const;
const fresh = freshRequest(TODAY);
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("what was chosen and not added", () => {
  it("comes back from a draft as it was, on every card", () => {
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        for (const side of SIDES) {
          const filled = cardsOf(side).reduce((now, { title }) => fillRandom(gen, now, side, title), fresh);
          expect(openForms(fresh, side, throughJson(formsKept(filled, side)))).toEqual(filled);
        }
      }),
      { numRuns: cases(40), endOnFailure: true },
    );
  });

  it("of the Custom card is the text of each tab, name and tag", () => {
    let state = enterFormula(selectTab(fresh, "columns", "Custom", "Build your own - code"), "columns", "[daily");
    state = enterText(selectTab(state, "columns", "Custom", "Build your own - words"), "columns", "Custom", "tag", "t");
    expect(openForms(fresh, "columns", throughJson(formsKept(state, "columns")))).toEqual(state);
  });

  it("is nothing where nothing was done, and leaves no trace", () => {
    expect(SIDES.map((side) => formsKept(fresh, side))).toEqual([{}, {}]);
  });

  it("goes on replacing the row it was replacing, while that is there", () => {
    const rows = new CardHand("filters", "Daily").choose("condition", ">").type("value", "5").submit();
    const editing = rows.with(editRow(rows.state, "filters", "Daily", 0)).type("value", "6");
    const kept = throughJson(formsKept(editing.state, "filters"));
    expect(openForms(rows.state, "filters", kept)).toEqual(editing.state);
    expect(cardState(openForms(fresh, "filters", kept), "filters", "Daily").editing).toBeNull();
  });

  it("is left where it says what no card offers", () => {
    const wrong = {
      Daily: {
        tab: "?",
        tabs: { "": { advanced: true, data_point: "close", selected: { func: "X", day: "x", value: {} } } },
      },
      Identity: {
        tabs: { "": { data_point: "exchange", selected: { condition: ">", value: ["NYSE", "Nowhere", 5] } } },
      },
      Earnings: { items: ["total-assets"] },
      Custom: { tab: "Daily", texts: 5, name: 7 },
      constructor: {},
    };
    const opened = openForms(fresh, "filters", wrong);
    const daily = new CardHand("filters", "Daily", fresh).point("close");
    expect(cardState(opened, "filters", "Daily")).toEqual(cardState(daily.state, "filters", "Daily"));
    const identity = new CardHand("filters", "Identity", fresh).point("exchange").choose("value", "NYSE");
    expect(cardState(opened, "filters", "Identity")).toEqual(cardState(identity.state, "filters", "Identity"));
    expect(cardState(opened, "filters", "Custom")).toEqual(cardState(fresh, "filters", "Custom"));
  });

  it("of any kept JSON opens without an error", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        for (const kept of [
          a,
          { Daily: a, Custom: b, Indicator: { tabs: { Daily: { data_point: "close", selected: a } } } },
        ])
          expect(openForms(fresh, "filters", kept).filterOptions.Daily?.form.kind).toBe("ordinary");
      }),
      { numRuns: cases(100), endOnFailure: true },
    );
  });
});
