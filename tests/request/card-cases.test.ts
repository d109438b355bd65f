import { describe, expect, it } from "vitest";
import { parseCode, parseWords, sameTree } from "../../src/formula/index.ts";
import type { Node } from "../../src/formula/index.ts";
import {
  cardState,
  choicesOf,
  deleteRow,
  duplicateRow,
  editAsFormula,
  editRow,
  readRequest,
  requestSent,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import { cardsOf, optionRow } from "../../src/vocabulary/index.ts";
import type { CardSide } from "../../src/vocabulary/index.ts";
import { rounds } from "../cases.ts";
import { placeOf } from "./builder-forms.ts";
import { CardHand, UNLIMITED } from "./card.ts";
import { atPoint, casesOf, doActs, waysOf } from "./card-cases.ts";

const CARDS = (["filters", "columns"] as const).flatMap((side) =>
  cardsOf(side)
    .filter(({ kind }) => kind === "ordinary")
    .map(({ title }) => ({ side, title })),
);

/** The tree of the only entry of a side, as the server reads what is sent. */
function treeSent(state: RequestState, side: CardSide): Node | null {
  const named = { ...state, dataRange: { ...state.dataRange, requestName: "One" } };
  const { request } = readRequest(JSON.parse(JSON.stringify(requestSent(named))));
  const code = side === "filters" ? request?.filters[0]?.code : request?.columns[0]?.code;
  return code === undefined ? null : parseCode(code).tree;
}

describe.each(CARDS)("every option of $side $title", ({ side, title }) => {
  const cases = casesOf(side, title);

  it("is in an entry that can be added", () => {
    const used = new Set(
      cases.flatMap(({ tab, advanced, point, acts }) =>
        acts.map((act) => [tab, advanced, point.name, act.option, "click" in act ? act.click : ""].join("|")),
      ),
    );
    const lacking: string[] = [];
    for (const { name: tab, advanced: has } of cardsOf(side).find((card) => card.title === title)?.tabs ?? [])
      for (const advanced of has ? [false, true] : [false]) {
        const bare = new CardHand(side, title).tab(tab);
        for (const [index, point] of (advanced ? bare.advanced() : bare).view().dataPoints.entries()) {
          const hand = atPoint(new CardHand(side, title), { tab, advanced, point });
          const place = placeOf(hand.state, side, title);
          for (const option of hand.shownOptions()) {
            const choices = choicesOf(place, option).map(({ value }) => value);
            const long = option === "among" || (option === "func" && title === "Indicator");
            const some = long && index > 0 ? choices.slice(0, 3) : choices;
            for (const choice of some.length === 0 ? [""] : some) {
              const what = [tab, advanced, point.name, option, choice].join("|");
              if (!used.has(what)) lacking.push(what);
            }
          }
        }
      }
    expect(lacking).toEqual([]);
  });

  it("means something: another choice of it is another entry", () => {
    const silent: string[] = [];
    const seen = new Set<string>();
    for (const { tab, advanced, point, acts } of cases) {
      const start = atPoint(new CardHand(side, title), { tab, advanced, point });
      for (const { option } of acts) {
        const what = `${tab} ${advanced ? "advanced " : ""}${point.name} ${option}`;
        if (seen.has(what) || optionRow(option).about === "entry") continue;
        const [one, other] = waysOf(placeOf(doActs(start, acts).state, side, title), option, "x");
        if (one === undefined || other === undefined) continue;
        seen.add(what);
        const rest = acts.filter((act) => act.option !== option);
        const [first, second] = [one, other].map(
          (way) =>
            doActs(start, [...rest, ...way])
              .submit()
              .sentences()[0],
        );
        if (first !== undefined && first === second) silent.push(what);
      }
    }
    expect(silent).toEqual([]);
  });

  it("adds, edits, duplicates and deletes an entry whose words, code and payload are one tree", () => {
    // What an option does is told above of each; its values, a hundred indicators among them, are rows of tables.
    const some = cases.filter((_, place) => place % rounds(title === "Indicator" ? 8 : 2, 1) === 0);
    for (const one of some) {
      const made = doActs(atPoint(new CardHand(side, title), one), one.acts).submit();
      const words = parseWords(one.sentence).tree;
      const sent = treeSent(made.state, side);
      const moved = editAsFormula(made.state, side, title, 0);
      const [formula] = cardState(moved, side, "Custom").addedOptions;
      const code = formula?.addedItem.kind === "custom" ? formula.addedItem.formula.inputFormula : "";
      const as = parseCode(code).tree;
      if (words === null || sent === null || as === null) throw new Error(`${one.sentence} / ${code}`);
      expect([sameTree(words, sent), sameTree(as, sent)], one.sentence).toEqual([true, true]);

      const edited = made.with(editRow(made.state, side, title, 0));
      expect(edited.submit().items(), one.sentence).toEqual(made.items());
      const twice = made.with(duplicateRow(made.state, side, title, 0, UNLIMITED));
      const both = side === "filters" ? twice : twice.type("name", "another").submit();
      expect(both.sentences()).toEqual([one.sentence, one.sentence]);
      expect(both.with(deleteRow(both.state, side, title, 1)).items()).toEqual(made.items());
    }
  });
});
