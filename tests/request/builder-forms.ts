import * as fc from "fast-check";
import { printCode, printWords } from "../../src/formula/index.ts";
import {
  activePlace,
  cardState,
  choicesOf,
  columnNamesOf,
  choose,
  enterFormula,
  enterText,
  freshRequest,
  outcomeChoices,
  selectDataPoint,
  selectTab,
  setOutcome,
  shownOptions,
  shownPoints,
  submit,
  toggleAdvanced,
  toggleStatement,
} from "../../src/request/index.ts";
import type { EntryLimits, FormPlace, RequestState } from "../../src/request/index.ts";
import { cardsOf, clock, EARNINGS_DATA_POINTS } from "../../src/vocabulary/index.ts";
import type { CardOptionName, CardSide, CardTitle } from "../../src/vocabulary/index.ts";
import { arbitraryFormula } from "../formula/arbitrary.ts";

export const UNLIMITED: EntryLimits = { filters: null, columns: null };
export const TODAY = "2024-06-28";

/** One of a list; lists of the vocabulary are never empty. */
const pick = <T>(gen: fc.GeneratorValue, values: readonly T[]): T => gen(() => fc.constantFrom(...values));

export function placeOf(state: RequestState, side: CardSide, title: CardTitle): FormPlace {
  const { form } = cardState(state, side, title);
  const place = form.kind === "ordinary" ? activePlace(side, title, form) : null;
  if (place === null) throw new Error(`${title} has no data point`);
  return place;
}

const minute = (gen: fc.GeneratorValue, min: number, max: number): number => gen(() => fc.integer({ min, max }));

/** A text that an input takes and that is no error on its own. */
function typed(gen: fc.GeneratorValue, { card, point }: FormPlace, option: CardOptionName, name: string): string {
  // A trade over several days begins in regular hours.
  const [from, to] = card.title === "Fundamental" ? [0, 1_439] : card.title === "Trade" ? [570, 959] : [240, 1_199];
  switch (option) {
    case "day":
    case "offset":
      return String(gen(() => fc.integer({ min: -300, max: 300 })));
    case "days":
    case "num_bars":
      return String(gen(() => fc.integer({ min: 2, max: 240 })));
    case "start_time":
      return clock(minute(gen, from, Math.floor((from + to) / 2)));
    case "end_time":
      return clock(minute(gen, Math.ceil((from + to) / 2), to));
    case "time":
      return clock(minute(gen, from + 1, to));
    case "name":
      return name;
    case "tag":
      return pick(gen, ["", "gap", "a tag"]);
    case "value":
      switch (point.type) {
        case "number":
          return pick(gen, ["5", "-2.5", "0", "1000000", "0.0000001", ".5", "12345678901234567890"]);
        case "date":
          return pick(gen, ["2024-02-29", "03/28/2024"]);
        case "time":
          return pick(gen, ["10:00", "9", "23:59"]);
        case "text":
          return pick(gen, ["aapl", "AAPL,MSFT", "brk.b, spy , ", "Some Company", "A, B"]);
        case "boolean":
          return "";
      }
      return point.type satisfies never;
    case "list":
      return pick(gen, ["Watch", "my signals"]);
    case "number":
      return pick(gen, ["sentiment", "label"]);
    case "of":
      return pick(gen, ["", "", "spy", "BRK.B"]);
    case "level":
      return pick(gen, ["[daily high -1 adj]", "[daily low -1 adj] * 0.98"]);
    case "target":
    case "stop":
      return pick(gen, ["", "", "10", "1.5 atr(20)", "[daily close -1 adj]"]);
    case "trail":
      return pick(gen, ["", "3", "2 atr"]);
    case "until":
      return pick(gen, ["close 5", "close 12", "15:59 3"]);
    case "when":
      return pick(gen, ["", "", "", "[daily close] < [daily open]"]);
    case "adjusted":
    case "period":
    case "among":
    case "side":
    case "entry":
    case "both":
    case "condition":
    case "func":
    case "is_the":
    case "data_point_to_evaluate":
    case "bar":
    case "params":
    case "line":
      return "";
  }
  return option satisfies never;
}

/** Fills the form of a card as a person would and adds it; the state as it was where the entry can not be meant. */
export const addRandom = (
  gen: fc.GeneratorValue,
  state: RequestState,
  side: CardSide,
  title: CardTitle,
): RequestState => {
  const filled = fillRandom(gen, state, side, title);
  return filled === state ? state : submit(filled, side, title, UNLIMITED);
};

/** Fills the form of a card as a person would. */
export function fillRandom(
  gen: fc.GeneratorValue,
  state: RequestState,
  side: CardSide,
  title: CardTitle,
): RequestState {
  const name = `column ${gen(() => fc.uuid())}`;
  const card = cardsOf(side).find((known) => known.title === title);
  if (card === undefined || card.kind === "custom") return state;
  if (card.kind === "earnings") {
    const chosen = toggleStatement(state, pick(gen, EARNINGS_DATA_POINTS).data_point);
    return enterText(chosen, side, title, "name", name);
  }
  let now = selectTab(state, side, title, pick(gen, card.tabs).name);
  if (gen(() => fc.boolean())) now = toggleAdvanced(now, side, title);
  const { tab, advanced } = placeOf(now, side, title);
  now = selectDataPoint(now, side, title, pick(gen, shownPoints(tab, advanced)).name);
  const done = new Set<CardOptionName>();
  for (let option = nextOption(now, side, title, done); option !== null; option = nextOption(now, side, title, done)) {
    done.add(option);
    const place = placeOf(now, side, title);
    const choices = choicesOf(place, option);
    const kept = option === "func" && gen(() => fc.nat(2)) === 0;
    const clicks =
      option === "value" || option === "condition" ? gen(() => fc.integer({ min: 1, max: 2 })) : kept ? 0 : 1;
    if (choices.length === 0) {
      if (option !== "params") now = enterText(now, side, title, option, typed(gen, place, option, name));
    } else
      for (let click = 0; click < clicks; click++) now = choose(now, side, title, option, pick(gen, choices).value);
  }
  return now;
}

const TABS = ["Common", "Build your own - words", "Build your own - code"] as const;
// Statement items are for columns only.
const groups = ["daily", "intraday", "indicator", "identity", "fundamental", "ownership"] as const;
const formulas = {
  filters: arbitraryFormula("boolean", { maxDepth: 1, checked: true, groups }),
  columns: arbitraryFormula("number", { maxDepth: 1, checked: true }),
};

/** Types a formula, with a comment or redundant parentheses, names it and adds it. */
export function addFormula(gen: fc.GeneratorValue, state: RequestState, side: CardSide): RequestState {
  const tab = pick(gen, TABS);
  const tree = gen(() => formulas[side]);
  const said = tab === "Build your own - words" ? printWords(tree) : printCode(tree);
  const [own] = columnNamesOf(state).slice(2);
  const uses = side === "columns" && own !== undefined && gen(() => fc.boolean());
  const text = uses ? `{${own}} /* of another */` : pick(gen, [said, `/* why */ ${said}`, `( ${said} )`, ` ${said} `]);
  let now = enterFormula(selectTab(state, side, "Custom", tab), side, text);
  now = enterText(now, side, "Custom", "tag", pick(gen, ["", "tag"]));
  if (side === "columns") now = enterText(now, side, "Custom", "name", `column ${gen(() => fc.uuid())}`);
  return submit(now, side, "Custom", UNLIMITED, { state: "success", text });
}

/** Options appear with others that were chosen before: an indicator's lines, for one. */
function nextOption(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  done: ReadonlySet<CardOptionName>,
): CardOptionName | null {
  return shownOptions(placeOf(state, side, title)).find((option) => !done.has(option)) ?? null;
}

/** A builder with entries on all of its cards. */
export const arbitraryRequest: fc.Arbitrary<RequestState> = fc.gen().map((gen) => {
  let state = freshRequest(TODAY);
  const most = gen(() => fc.integer({ min: 1, max: 6 }));
  for (let index = 0; index < most; index++) {
    const side = pick(gen, ["filters", "columns"] as const);
    const { title } = pick(gen, cardsOf(side));
    state = title === "Custom" ? addFormula(gen, state, side) : addRandom(gen, state, side, title);
  }
  const ranges = [
    { name: "gap", from: 5, to: 100, step: 5, value: 10 },
    { name: "Größe_2", from: -1.5, to: 3e6, step: 100_000.5, value: -1.5 },
  ];
  state = {
    ...state,
    parameters: ranges.filter(() => gen(() => fc.boolean())),
    holdOut: pick(gen, [null, "last third", "last half"] as const),
  };
  const outcomes = outcomeChoices(state);
  if (outcomes.length > 0 && gen(() => fc.boolean())) state = setOutcome(state, pick(gen, outcomes));
  return state;
});
