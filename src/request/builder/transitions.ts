import type { CardOptionName, CardSide, CardTitle, StatementGroup, TabName } from "../../vocabulary/index.ts";
import type { RequestOptions } from "../request.ts";
import * as custom from "./custom-form.ts";
import type { CustomForm, CustomTab, NamedFormula } from "./custom-form.ts";
import type { DateRangeState } from "./date-range.ts";
import * as earnings from "./earnings-form.ts";
import type { EarningsForm } from "./earnings-form.ts";
import type { OrdinaryForm } from "./form.ts";
import * as ordinary from "./select.ts";
import { cardState, withCard } from "./state.ts";
import type { CardForm, RequestState } from "./state.ts";

/** The user's actions on a card's form, as functions of the whole builder. A card of another kind is not changed. */

const isCustomTab = (tab: TabName): tab is CustomTab =>
  tab === "Common" || tab === "Build your own - words" || tab === "Build your own - code";

function changed(
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  change: (form: CardForm) => CardForm,
): RequestState {
  const card = cardState(state, side, title);
  const form = change(card.form);
  return form === card.form ? state : withCard(state, side, title, { ...card, form });
}

const onOrdinary =
  (change: (form: OrdinaryForm) => OrdinaryForm) =>
  (form: CardForm): CardForm =>
    form.kind === "ordinary" ? change(form) : form;
const onEarnings =
  (change: (form: EarningsForm) => EarningsForm) =>
  (form: CardForm): CardForm =>
    form.kind === "earnings" ? change(form) : form;
const onCustom =
  (change: (form: CustomForm) => CustomForm) =>
  (form: CardForm): CardForm =>
    form.kind === "custom" ? change(form) : form;

export const selectTab = (state: RequestState, side: CardSide, title: CardTitle, tab: TabName): RequestState =>
  changed(state, side, title, (form) => {
    if (form.kind === "ordinary") return ordinary.selectTab(form, tab);
    return form.kind === "custom" && isCustomTab(tab) ? custom.selectCustomTab(form, tab) : form;
  });

export const selectDataPoint = (state: RequestState, side: CardSide, title: CardTitle, name: string): RequestState =>
  changed(
    state,
    side,
    title,
    onOrdinary((form) => ordinary.selectDataPoint(side, title, form, name)),
  );

export const toggleAdvanced = (state: RequestState, side: CardSide, title: CardTitle): RequestState =>
  changed(
    state,
    side,
    title,
    onOrdinary((form) => ordinary.toggleAdvanced(side, title, form)),
  );

/** A click on a chip of an option. */
export const choose = (
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  option: CardOptionName,
  choice: string,
): RequestState =>
  changed(
    state,
    side,
    title,
    onOrdinary((form) => ordinary.choose(side, title, form, option, choice)),
  );

/** Typing into an option's input; name and tag of the Custom card, and the name of the Earnings card, too. */
export const enterText = (
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  option: CardOptionName,
  text: string,
): RequestState =>
  changed(state, side, title, (form) => {
    switch (form.kind) {
      case "ordinary":
        return ordinary.enterText(side, title, form, option, text);
      case "earnings":
        return option === "name" ? earnings.enterEarningsName(form, text) : form;
      case "custom":
        return option === "name" || option === "tag" ? custom.enterCustomText(form, option, text) : form;
    }
    return form satisfies never;
  });

export const leaveInput = (
  state: RequestState,
  side: CardSide,
  title: CardTitle,
  option: CardOptionName,
): RequestState =>
  changed(
    state,
    side,
    title,
    onOrdinary((form) => ordinary.leaveInput(side, title, form, option)),
  );

export const enterFormula = (state: RequestState, side: CardSide, text: string): RequestState =>
  changed(
    state,
    side,
    "Custom",
    onCustom((form) => custom.enterFormula(form, text)),
  );

/** Puts a preset or saved formula into the Custom card. */
export const putFormula = (state: RequestState, side: CardSide, formula: NamedFormula): RequestState =>
  changed(
    state,
    side,
    "Custom",
    onCustom((form) => custom.putFormula(form, formula)),
  );

export const toggleStatement = (state: RequestState, name: string): RequestState =>
  changed(
    state,
    "columns",
    "Earnings",
    onEarnings((form) => earnings.toggleStatement(form, name)),
  );

export const toggleStatementGroup = (state: RequestState, group: StatementGroup): RequestState =>
  changed(
    state,
    "columns",
    "Earnings",
    onEarnings((form) => earnings.toggleGroup(form, group)),
  );

export const selectAllStatements = (state: RequestState): RequestState =>
  changed(state, "columns", "Earnings", onEarnings(earnings.selectAllStatements));

export const selectNoStatements = (state: RequestState): RequestState =>
  changed(state, "columns", "Earnings", onEarnings(earnings.selectNoStatements));

export const enterDateRange = (state: RequestState, field: keyof DateRangeState, text: string): RequestState => ({
  ...state,
  dataRange: { ...state.dataRange, [field]: text },
});

export const enterDescription = (state: RequestState, description: string): RequestState => ({
  ...state,
  description,
});

/** A switch of the review; overwrite is there in edit mode only. */
export const setOption = (state: RequestState, option: keyof RequestOptions, on: boolean): RequestState =>
  option === "overwrite" && state.mode !== "edit" ? state : { ...state, options: { ...state.options, [option]: on } };
