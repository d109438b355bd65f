import {
  ADJUSTED_CHOICES,
  cardOf,
  cardsOf,
  CONDITIONS,
  EARNINGS_DATA_POINTS,
  optionRow,
  TEXT_CONDITIONS,
  TEXT_PATTERNS,
} from "../../vocabulary/index.ts";
import type { CardOptionName, CardSide, CardTab, CardTitle, Condition } from "../../vocabulary/index.ts";
import { choicesOf } from "./choices.ts";
import { freshCustomForm } from "./custom-form.ts";
import type { CustomForm } from "./custom-form.ts";
import { FRESH_EARNINGS } from "./earnings-form.ts";
import type { EarningsForm } from "./earnings-form.ts";
import { loadedForm } from "./drafts.ts";
import type { Json } from "./entry-json.ts";
import { freshForm, freshSelection, freshTab, knownCard, shownPoints } from "./form.ts";
import type { FormPlace, OrdinaryForm, TabState } from "./form.ts";
import { optionOf } from "./option-of.ts";
import type { Selected } from "./selected.ts";
import { withoutBraces } from "./select.ts";
import { cardState, withCard } from "./state.ts";
import type { CardForm, CardState, Draft, RequestState } from "./state.ts";

/**
 * Input in the forms of a side that was not added yet, as plain JSON by card title: it is stored in drafts, not in a
 * request. Cards with an empty form are left out.
 */
export function formsJson(state: RequestState, side: CardSide): Json {
  const kept: Record<string, Json> = {};
  for (const { title } of cardsOf(side)) {
    const card = cardState(state, side, title);
    const draft = draftJson(card, side, title);
    const waiting = card.waiting.map((one) => draftJson(one, side, title) ?? {});
    if (draft !== null || waiting.length > 0) kept[title] = { ...draft, ...(waiting.length === 0 ? {} : { waiting }) };
  }
  return kept;
}

/** A draft as JSON; null where it is empty. */
function draftJson({ form, editing, loaded }: Draft, side: CardSide, title: CardTitle): Json | null {
  const filled = filledIn(form, side, title);
  if (filled === null && editing === null) return null;
  const copied = loaded !== null && editing === null && same(form, loaded);
  return { ...filled, editing, ...(copied ? { copied } : {}) };
}

function openDraft(card: CardState, side: CardSide, title: CardTitle, kept: Json): Draft {
  const form = formOf(card.form, side, title, kept);
  const editing = rowOf(card, kept["editing"]);
  const loaded = editing !== null ? loadedForm(card, side, title, editing) : kept["copied"] === true ? form : null;
  return { form, editing, loaded, entry: {} };
}

/** The builder with the stored forms. Input that is not offered is ignored. */
export function openForms(state: RequestState, side: CardSide, kept: unknown): RequestState {
  if (!isRecord(kept)) return state;
  return cardsOf(side).reduce((now, { title }) => {
    const one = Object.hasOwn(kept, title) ? kept[title] : undefined;
    if (!isRecord(one)) return now;
    const card = cardState(now, side, title);
    const waiting = Array.isArray(one["waiting"]) ? one["waiting"].filter(isRecord) : [];
    return withCard(now, side, title, {
      ...card,
      ...openDraft(card, side, title, one),
      waiting: waiting.map((draft) => openDraft(card, side, title, draft)),
    });
  }, state);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

const rowOf = ({ addedOptions }: CardState, index: unknown): number | null =>
  typeof index === "number" && addedOptions[index] !== undefined ? index : null;

/** The input of a form; null where it is empty. */
function filledIn(form: CardForm, side: CardSide, title: CardTitle): Json | null {
  switch (form.kind) {
    case "ordinary":
      return filledInOrdinary(form, side, title);
    case "earnings":
      return same(form, FRESH_EARNINGS) ? null : { items: form.items, name: form.name };
    case "custom": {
      const { tab, typed, texts: written, name, tag, tag_list } = form;
      return same(form, freshCustomForm()) ? null : { tab, typed, texts: written, name, tag, tag_list };
    }
  }
  return form satisfies never;
}

const same = (a: CardForm | TabState, b: CardForm | TabState): boolean => JSON.stringify(a) === JSON.stringify(b);

function filledInOrdinary(form: OrdinaryForm, side: CardSide, title: CardTitle): Json | null {
  const card = knownCard(side, title);
  const tabs = card.tabs.flatMap((tab) => {
    const state = form.tabs[tab.name];
    if (state === undefined || same(state, freshTab(tab))) return [];
    // Only the active data point holds a selection.
    const [name, point] = Object.entries(state.dataPoints).find(([, { isActive }]) => isActive) ?? [];
    return [[tab.name, { advanced: state.advanced, data_point: name, selected: point?.selected }] as const];
  });
  return tabs.length === 0 && form.tab === card.tabs[0].name ? null : { tab: form.tab, tabs: Object.fromEntries(tabs) };
}

function formOf(form: CardForm, side: CardSide, title: CardTitle, kept: Json): CardForm {
  switch (form.kind) {
    case "ordinary":
      return ordinaryOf(side, title, kept);
    case "earnings":
      return earningsOf(kept);
    case "custom":
      return customOf(side, kept);
  }
  return form satisfies never;
}

function earningsOf(kept: Json): EarningsForm {
  const chosen = new Set(texts(kept["items"]));
  const items = EARNINGS_DATA_POINTS.map(({ data_point }) => data_point).filter((name) => chosen.has(name));
  return { ...FRESH_EARNINGS, items, name: withoutBraces(text(kept["name"])) };
}

const TYPES = ["common", "words", "code"] as const;

function customOf(side: CardSide, kept: Json): CustomForm {
  const tab = cardOf(side, "Custom")?.tabs.find(({ name }) => name === kept["tab"]);
  const fresh = freshCustomForm(tab?.name);
  const written = isRecord(kept["texts"]) ? kept["texts"] : {};
  return {
    ...fresh,
    texts: { common: text(written["common"]), words: text(written["words"]), code: text(written["code"]) },
    typed: TYPES.find((type) => type === kept["typed"]) ?? fresh.typed,
    name: withoutBraces(text(kept["name"])),
    tag: withoutBraces(text(kept["tag"])),
    tag_list: texts(kept["tag_list"]),
  };
}

function ordinaryOf(side: CardSide, title: CardTitle, kept: Json): OrdinaryForm {
  const card = knownCard(side, title);
  const fresh = freshForm(card);
  const tabs = isRecord(kept["tabs"]) ? kept["tabs"] : {};
  const tab = card.tabs.find(({ name }) => name === kept["tab"])?.name ?? fresh.tab;
  const opened = card.tabs.flatMap((one) => {
    const state = Object.hasOwn(tabs, one.name) ? tabs[one.name] : undefined;
    return isRecord(state) ? [[one.name, tabOf(side, title, one, state)] as const] : [];
  });
  return { ...fresh, tab, tabs: { ...fresh.tabs, ...Object.fromEntries(opened) } };
}

function tabOf(side: CardSide, title: CardTitle, tab: CardTab, kept: Json): TabState {
  const advanced = tab.advanced && kept["advanced"] === true;
  const fresh = freshTab(tab, advanced);
  const point = shownPoints(tab, advanced).find(({ name }) => name === kept["data_point"]);
  if (point === undefined) return fresh;
  const place: FormPlace = { card: knownCard(side, title), tab, point, advanced, selected: freshSelection(point) };
  const selected = selectedOf(place, isRecord(kept["selected"]) ? kept["selected"] : {});
  const dataPoints = Object.fromEntries(
    Object.entries(fresh.dataPoints).map(([name, one]) => [name, { ...one, isActive: false }]),
  );
  return { ...fresh, dataPoints: { ...dataPoints, [point.name]: { isActive: true, selected } } };
}

/** A selection option by option: chips that are offered, texts that the inputs take, and what is fresh for anything else. */
function selectedOf(place: FormPlace, kept: Json): Selected {
  const options = [...new Set([...place.point.options, ...(place.point.advancedOptions ?? [])])];
  return options.reduce<Selected>((selected, option) => {
    const value = optionValue({ ...place, selected }, option, kept[option]);
    return value === null ? selected : { ...selected, [option]: value };
  }, place.selected);
}

function optionValue(place: FormPlace, option: CardOptionName, value: unknown): Selected[CardOptionName] | null {
  const { choice, pattern } = optionOf(place.point, option);
  if (optionRow(option).holds === "basis")
    return ADJUSTED_CHOICES.find(({ adjusted }) => adjusted === value)?.adjusted ?? null;
  if (choice === "condition") return conditionOf(place, value);
  const offered = choicesOf(place, option).map((one) => one.value);
  if (choice === "many") return texts(value).filter((one) => offered.includes(one));
  if (typeof value !== "string") return null;
  if (choice === "single") return offered.includes(value) ? value : null;
  return pattern === undefined || TEXT_PATTERNS[pattern].typed.test(value) ? value : null;
}

function conditionOf({ point }: FormPlace, value: unknown): Condition | null {
  const known: readonly Condition[] = point.type === "text" ? TEXT_CONDITIONS : CONDITIONS;
  return known.find((condition) => condition === value) ?? null;
}
