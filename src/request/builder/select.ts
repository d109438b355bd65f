import {
  ADJUSTED_CHOICES,
  CARD_OPTION_NAMES,
  CONDITIONS,
  EVENT_VALUES,
  optionRow,
  TEXT_CONDITIONS,
  TEXT_PATTERNS,
} from "../../vocabulary/index.ts";
import type { CardOptionName, CardSide, CardTitle, Condition, TabName } from "../../vocabulary/index.ts";
import { numberTyped, padTime } from "./conversion.ts";
import type { CardItem } from "./entry.ts";
import { activePlace, freshSelection, freshTab, knownCard } from "./form.ts";
import type { FormPlace, OrdinaryForm, TabState } from "./form.ts";
import { countsBars, indicatorChosen } from "./indicator-options.ts";
import { typedOption } from "./option-kinds.ts";
import { optionOf } from "./option-of.ts";
import type { Selected } from "./selected.ts";

/** Transitions of an ordinary card's form. Each gives the same form back where nothing changes. */

export const selectTab = (form: OrdinaryForm, tab: TabName): OrdinaryForm =>
  form.tab === tab || form.tabs[tab] === undefined ? form : { ...form, tab };

function withTab(form: OrdinaryForm, tab: TabName, state: TabState): OrdinaryForm {
  return { ...form, tabs: { ...form.tabs, [tab]: state } };
}

function withSelected(form: OrdinaryForm, { tab, point }: FormPlace, selected: Selected): OrdinaryForm {
  const state = form.tabs[tab.name];
  if (state === undefined) return form;
  return withTab(form, tab.name, {
    ...state,
    dataPoints: { ...state.dataPoints, [point.name]: { isActive: true, selected } },
  });
}

/** Makes a data point the only active one of its tab and clears the previous one; an active one stays as it is. */
export function selectDataPoint(side: CardSide, title: CardTitle, form: OrdinaryForm, name: string): OrdinaryForm {
  const place = activePlace(side, title, form);
  const next = place?.tab.dataPoints.find((point) => point.name === name);
  const state = place && form.tabs[place.tab.name];
  if (!place || !state || next === undefined || next.name === place.point.name) return form;
  return withTab(form, place.tab.name, {
    ...state,
    dataPoints: {
      ...state.dataPoints,
      [place.point.name]: { isActive: false, selected: freshSelection(place.point) },
      [next.name]: { isActive: true, selected: freshSelection(next) },
    },
  });
}

/** The active data point with a new selection, as after adding. */
export function resetActive(side: CardSide, title: CardTitle, form: OrdinaryForm): OrdinaryForm {
  const place = activePlace(side, title, form);
  return place === null ? form : withSelected(form, place, freshSelection(place.point));
}

/** Resets the selections of the tab: open is active, with the average of an indicator or the first of a window. */
export function toggleAdvanced(side: CardSide, title: CardTitle, form: OrdinaryForm): OrdinaryForm {
  const place = activePlace(side, title, form);
  if (place === null || !place.tab.advanced) return form;
  return withTab(form, place.tab.name, freshTab(place.tab, !place.advanced));
}

/**
 * A condition after a click: equal combines with greater or less; greater or less alone, and equal alone on a combined
 * one, replace it; the one that is there is ignored.
 */
export function nextCondition(now: Condition | 0, clicked: Condition): Condition {
  if (clicked === "=" && (now === ">" || now === "<")) return `${now}=`;
  if (now === "=" && (clicked === ">" || clicked === "<")) return `${clicked}=`;
  return clicked;
}

/** Values after a click: had and didn't have replace the others, a selected one is deselected, any other appended. */
export function nextValues(now: readonly string[], clicked: string): readonly string[] {
  if (now.includes(clicked)) return now.filter((value) => value !== clicked);
  return EVENT_VALUES.some(({ label }) => label === clicked) ? [clicked] : [...now, clicked];
}

const isCondition = (value: string): value is Condition =>
  [...CONDITIONS, ...TEXT_CONDITIONS].some((known) => known === value);

/** A click on a chip of an option. */
export function choose(
  side: CardSide,
  title: CardTitle,
  form: OrdinaryForm,
  option: CardOptionName,
  choice: string,
): OrdinaryForm {
  const place = activePlace(side, title, form);
  if (place === null) return form;
  const { point, selected } = place;
  if (!(option in selected)) return form;
  const { choice: rule } = optionOf(point, option);
  switch (rule) {
    case undefined:
      return form;
    case "condition": {
      if (!isCondition(choice) || choice === selected.condition) return form;
      return withSelected(form, place, { ...selected, condition: nextCondition(selected.condition ?? 0, choice) });
    }
    case "many": {
      const now = typeof selected.value === "object" ? selected.value : [];
      return withSelected(form, place, { ...selected, value: nextValues(now, choice) });
    }
    case "single": {
      if (optionRow(option).holds === "basis")
        return withSelected(form, place, {
          ...selected,
          [option]: ADJUSTED_CHOICES.find(({ value }) => value === choice)?.adjusted ?? false,
        });
      if (selected[option] === choice) return form;
      const chosen: Selected = { ...selected, [option]: choice };
      const more =
        option === "func" && title === "Indicator"
          ? indicatorDefaults({ ...place, selected: chosen })
          : option === "period"
            ? lastWhole(selected, choice)
            : {};
      return withSelected(form, place, { ...chosen, ...more });
    }
  }
  return rule satisfies never;
}

/** Of weeks or months the last whole one, where the row's own was chosen, which is known only after it; of days today. */
function lastWhole({ day, offset, period }: Selected, chosen: string): Selected {
  const [from, to] = chosen === "" ? (["-1", "0"] as const) : (["0", "-1"] as const);
  const whole = chosen === "weekly" || chosen === "monthly";
  if (whole ? period === "weekly" || period === "monthly" : chosen !== "") return {};
  return {
    ...(day === from ? { day: to } : {}),
    ...(offset !== undefined && Number(offset) === -Number(from) ? { offset: String(-Number(to)) } : {}),
  };
}

/** Parameters beside a number of bars come with the catalogue's defaults, the line with the first one. */
function indicatorDefaults(place: FormPlace): Selected {
  const indicator = indicatorChosen(place);
  if (indicator === null) return {};
  return {
    line: indicator.lines.length > 1 ? (indicator.lines[0]?.name ?? "") : "",
    params: countsBars(indicator) ? "" : indicator.parameters.map((one) => numberTyped(one.default)).join(", "),
  };
}

/** Typing: characters the input does not take leave the form as it is; braces are stripped from names and tags. */
export function enterText(
  side: CardSide,
  title: CardTitle,
  form: OrdinaryForm,
  option: CardOptionName,
  typed: string,
): OrdinaryForm {
  const place = activePlace(side, title, form);
  if (place === null) return form;
  const { point, selected } = place;
  const { input, pattern } = optionOf(point, option);
  if (input === "chips" || !(option in selected)) return form;
  const text = optionRow(option).holds === "name" ? withoutBraces(typed) : typed;
  if (pattern !== undefined && !TEXT_PATTERNS[pattern].typed.test(text)) return form;
  return selected[option] === text ? form : withSelected(form, place, { ...selected, [option]: text });
}

/** Braces, and the bar that separates names in a list, are stripped from names and tags. */
export const withoutBraces = (text: string): string => text.replaceAll(/[{}|]/g, "");

/** Leaving an input: a short time is padded. */
export function leaveInput(side: CardSide, title: CardTitle, form: OrdinaryForm, option: CardOptionName): OrdinaryForm {
  const place = activePlace(side, title, form);
  if (place === null || optionOf(place.point, option).input !== "time_input") return form;
  const text = place.selected[option];
  return typeof text === "string" && text !== "" ? enterText(side, title, form, option, padTime(text)) : form;
}

/** The form with an added item loaded into it. */
export function loadItem(side: CardSide, title: CardTitle, form: OrdinaryForm, item: CardItem): OrdinaryForm {
  const tab = knownCard(side, title).tabs.find(({ name }) => name === item.tab);
  const point = tab?.dataPoints.find(({ name }) => name === item.data_point) ?? tab?.dataPoints[0];
  if (tab === undefined || point === undefined) return form;
  const { options } = item;
  const loaded = CARD_OPTION_NAMES.reduce<Selected>(
    (selected, name) => ({ ...selected, ...typedOption(name, options, point) }),
    freshSelection(point),
  );
  const state = freshTab(tab, options.is_the !== undefined);
  const dataPoints = Object.fromEntries(
    Object.entries(state.dataPoints).map(([name, one]) => [name, { ...one, isActive: false }]),
  );
  return withTab({ ...form, tab: tab.name }, tab.name, {
    ...state,
    dataPoints: { ...dataPoints, [point.name]: { isActive: true, selected: loaded } },
  });
}
