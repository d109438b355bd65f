import { cardOf, SO_FAR } from "../../vocabulary/index.ts";
import type {
  Card,
  CardDataPoint,
  CardOptionName,
  CardSide,
  CardTab,
  CardTitle,
  TabName,
} from "../../vocabulary/index.ts";
import { indicatorChosen, indicatorHas } from "./indicator-options.ts";
import { freshOption } from "./option-kinds.ts";
import type { Selected } from "./selected.ts";

export interface DataPointState {
  readonly isActive: boolean;
  readonly selected: Selected;
}

export interface TabState {
  readonly advanced: boolean;
  /** By name, one of them active. */
  readonly dataPoints: Readonly<Record<string, DataPointState>>;
}

/** The form of an ordinary card. */
export interface OrdinaryForm {
  readonly kind: "ordinary";
  readonly tab: TabName;
  readonly tabs: Readonly<Record<string, TabState>>;
}

/** The active data point of a form with everything known about it. */
export interface FormPlace {
  readonly card: Card;
  readonly tab: CardTab;
  readonly point: CardDataPoint;
  readonly advanced: boolean;
  readonly selected: Selected;
}

/** Selection of a new entry: unadjusted, day 0, 09:30 to 15:59, condition 0, value empty. */
export function freshSelection(point: CardDataPoint): Selected {
  const names = [...point.options, ...(point.advancedOptions ?? [])];
  return names.reduce<Selected>((selected, name) => ({ ...selected, ...freshOption(name, point) }), {});
}

/** A tab with its first data point active, as after the Advanced toggle. */
export function freshTab(tab: CardTab, advanced = false): TabState {
  return {
    advanced,
    dataPoints: Object.fromEntries(
      tab.dataPoints.map((point, index) => [point.name, { isActive: index === 0, selected: freshSelection(point) }]),
    ),
  };
}

export const freshForm = (card: Card): OrdinaryForm => ({
  kind: "ordinary",
  tab: card.tabs[0].name,
  tabs: Object.fromEntries(card.tabs.map((tab) => [tab.name, freshTab(tab)])),
});

/** The table's row of a card; the builder asks only for those of its own lists. */
export function knownCard(side: CardSide, title: CardTitle): Card {
  const card = cardOf(side, title);
  if (card === null) throw new RangeError(`There is no ${title} card among the ${side}.`);
  return card;
}

/** The active data point of the active tab, by default its first one. */
export function activePlace(side: CardSide, title: CardTitle, form: OrdinaryForm): FormPlace | null {
  const card = knownCard(side, title);
  const tab = card.tabs.find(({ name }) => name === form.tab) ?? card.tabs[0];
  const state = form.tabs[tab.name];
  const point = tab.dataPoints.find(({ name }) => state?.dataPoints[name]?.isActive === true) ?? tab.dataPoints[0];
  if (point === undefined) return null;
  const selected = state?.dataPoints[point.name]?.selected ?? freshSelection(point);
  return { card, tab, point, advanced: state?.advanced ?? false, selected };
}

/** Where a trade begins at a price: of these only the first is said of one that begins at a time. */
const TRADE_WINDOW: readonly CardOptionName[] = ["start_time", "level", "end_time"];

/** The options of the form, in the order of the screen: an indicator has only some. */
export function shownOptions(place: FormPlace): readonly CardOptionName[] {
  const { card, point, advanced } = place;
  if (advanced && point.advancedOptions !== undefined) return point.advancedOptions;
  if (card.title === "Trade") {
    const { entry } = place.selected;
    const hidden = entry === "close" ? TRADE_WINDOW : entry === "at" ? TRADE_WINDOW.slice(1) : [];
    return point.options.filter((option) => !hidden.includes(option));
  }
  // A week so far is that of the row's day.
  if (card.title !== "Indicator")
    return place.selected.period?.endsWith(SO_FAR) === true
      ? point.options.filter((option) => option !== "day")
      : point.options;
  const indicator = indicatorChosen(place);
  return point.options.filter((option) =>
    indicator === null ? option !== "line" && option !== "params" : indicatorHas(indicator, option),
  );
}

/** The chips of a tab. */
export const shownPoints = (tab: CardTab, advanced: boolean): readonly CardDataPoint[] =>
  tab.dataPoints.filter((point) => advanced || point.advancedOnly !== true);
