import {
  cardState,
  cardView,
  choose,
  enterText,
  freshRequest,
  rowViews,
  selectDataPoint,
  selectTab,
  submit,
  toggleAdvanced,
} from "../../src/request/index.ts";
import type { CardView, EntryLimits, FormulaCheck, Item, OptionView, RequestState } from "../../src/request/index.ts";
import type { CardOptionName, CardSide, CardTitle, TabName } from "../../src/vocabulary/index.ts";

export const UNLIMITED: EntryLimits = { filters: null, columns: null };
export const TODAY = "2024-06-28";

/** One card under the hand of a test: each act gives a new one. */
export class CardHand {
  readonly state: RequestState;
  readonly side: CardSide;
  readonly title: CardTitle;

  constructor(side: CardSide, title: CardTitle, state: RequestState = freshRequest(TODAY)) {
    [this.side, this.title, this.state] = [side, title, state];
  }

  with(state: RequestState): CardHand {
    return new CardHand(this.side, this.title, state);
  }
  on(side: CardSide, title: CardTitle): CardHand {
    return new CardHand(side, title, this.state);
  }
  tab(name: TabName): CardHand {
    return this.with(selectTab(this.state, this.side, this.title, name));
  }
  point(name: string): CardHand {
    return this.with(selectDataPoint(this.state, this.side, this.title, name));
  }
  advanced(): CardHand {
    return this.with(toggleAdvanced(this.state, this.side, this.title));
  }
  choose(option: CardOptionName, ...choices: readonly string[]): CardHand {
    return this.with(
      choices.reduce((state, choice) => choose(state, this.side, this.title, option, choice), this.state),
    );
  }
  type(option: CardOptionName, text: string): CardHand {
    return this.with(enterText(this.state, this.side, this.title, option, text));
  }
  submit(limits: EntryLimits = UNLIMITED, check?: FormulaCheck): CardHand {
    return this.with(submit(this.state, this.side, this.title, limits, check));
  }

  view(limits: EntryLimits = UNLIMITED, check?: FormulaCheck): CardView {
    return cardView(this.state, this.side, this.title, limits, check);
  }
  option(name: CardOptionName): OptionView {
    const found = this.view().options.find((option) => option.name === name);
    if (found === undefined) throw new Error(`${this.title} does not ask for ${name}`);
    return found;
  }
  /** Chips that are selected. */
  selected(name: CardOptionName): readonly string[] {
    return this.option(name)
      .choices.filter(({ selected }) => selected)
      .map(({ value }) => value);
  }
  shownOptions(): readonly CardOptionName[] {
    return this.view().options.map(({ name }) => name);
  }
  items(): readonly Item[] {
    return cardState(this.state, this.side, this.title).addedOptions.map(({ addedItem }) => addedItem);
  }
  names(): readonly string[] {
    return this.items().map((item) => (item.kind === "custom" ? item.formula.name : (item.options.name ?? "")));
  }
  sentences(): readonly string[] {
    return rowViews(this.state, this.side, this.title).map(({ sentence }) => sentence);
  }
}
