import { cardsOf, LIMITS, screenText, TOOLTIPS } from "../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import type { RequestOptions } from "../request.ts";
import { cardState, countOf } from "./state.ts";
import type { RequestState } from "./state.ts";

/** Create or Edit, followed by Template or Data Request. */
export const builderTitle = ({ mode, kind }: Pick<RequestState, "mode" | "kind">): string =>
  `${mode === "create" ? "Create" : "Edit"} ${kind === "template" ? "Template" : "Data Request"}`;

/** An anchor of the side navigation with the cards below it. */
export interface NavigationEntry {
  readonly anchor: "date-range" | "filters" | "columns";
  readonly title: string;
  /** Items added; null for the date range. */
  readonly count: number | null;
  readonly cards: readonly { readonly title: CardTitle; readonly count: number }[];
}

/** The side navigation: three anchors, each card's title with a count of its added items. */
export function navigation(state: RequestState): readonly NavigationEntry[] {
  const side = (anchor: CardSide): NavigationEntry => ({
    anchor,
    title: screenText(anchor === "filters" ? "step-filters" : "step-columns"),
    count: countOf(state, anchor),
    cards: cardsOf(anchor).map(({ title }) => ({
      title,
      count: cardState(state, anchor, title).addedOptions.length,
    })),
  });
  const dates = { anchor: "date-range", title: screenText("step-date-range"), count: null, cards: [] } as const;
  return [dates, side("filters"), side("columns")];
}

/** What a delete asks before it is done; for columns with the note on formulas that use them. */
export function deletionText(side: CardSide, all: boolean): string {
  const question = screenText(all ? "confirm-delete-all" : "confirm-delete");
  return side === "columns" ? `${question} ${screenText("confirm-delete-columns")}` : question;
}

/** A switch of the review. */
export interface SwitchView {
  readonly option: keyof RequestOptions;
  readonly label: string;
  readonly on: boolean;
  readonly disabled: boolean;
  readonly tooltip: string;
}

/** Daily Updates as the subscription allows, E-mail notification, and in edit mode Overwrite. */
export function switches(state: RequestState, updatesAllowed: boolean, readOnly = false): readonly SwitchView[] {
  const { data_updates, email_notification, overwrite } = state.options;
  const daily: SwitchView = {
    option: "data_updates",
    label: "Daily Updates",
    on: data_updates && updatesAllowed,
    disabled: readOnly || !updatesAllowed,
    tooltip: updatesAllowed ? TOOLTIPS["Daily Updates"] : screenText("updates-locked"),
  };
  const email: SwitchView = {
    option: "email_notification",
    label: "E-mail notification",
    on: email_notification,
    disabled: readOnly,
    tooltip: TOOLTIPS["E-mail notification"],
  };
  const over: SwitchView = {
    option: "overwrite",
    label: "Overwrite",
    on: overwrite,
    disabled: readOnly,
    tooltip: TOOLTIPS.Overwrite,
  };
  return state.mode === "edit" ? [daily, email, over] : [daily, email];
}

/** The pages of a table; null where all rows fit on one. */
export interface Paging {
  /** From 1. */
  readonly page: number;
  readonly last: number;
  /** The block of page numbers around the page, ten at a time from 1. */
  readonly block: readonly number[];
  /** Rows shown: from, included, to, excluded. */
  readonly from: number;
  readonly to: number;
}

export function paging(rows: number, wanted: number, size: number = LIMITS.pageRows): Paging | null {
  if (rows <= size) return null;
  const last = Math.ceil(rows / size);
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), last);
  const first = page - ((page - 1) % LIMITS.pageBlock);
  const length = Math.min(LIMITS.pageBlock, last - first + 1);
  const block = Array.from({ length }, (_, index) => first + index);
  return { page, last, block, from: (page - 1) * size, to: Math.min(page * size, rows) };
}
