import { asPart, columnKey } from "../../formula/index.ts";
import { cleanName } from "../names.ts";
import { notationOf } from "../formulas.ts";
import type { FormulaType } from "../formulas.ts";
import type { TabName } from "../../vocabulary/index.ts";
import { customItem, renamedText } from "./custom-item.ts";
import type { CustomItem } from "./entry.ts";
import { textOfTree, treeOfText } from "./notation.ts";
import { withoutBraces } from "./select.ts";

/** A preset or saved formula: one shape, so that either may be put into the form. */
export interface NamedFormula {
  readonly tag: string;
  readonly display: string;
  readonly description: string;
  /** Code. */
  readonly formula: string;
}

/** The form of the Custom card: a text for each tab, since one that does not parse has no other notation. */
export interface CustomForm {
  readonly kind: "custom";
  readonly tab: TabName;
  readonly texts: Readonly<Record<FormulaType, string>>;
  /** The text that was typed last: the others follow it, and are never taken for it. */
  readonly typed: FormulaType;
  readonly name: string;
  readonly tag: string;
  /** Tags of the presets and saved formulas that were put in. */
  readonly tag_list: readonly string[];
}

const TYPES = {
  Common: "common",
  "Build your own - words": "words",
  "Build your own - code": "code",
} as const satisfies Partial<Record<TabName, FormulaType>>;
export type CustomTab = keyof typeof TYPES;

export const typeOfTab = (tab: TabName): FormulaType =>
  tab === "Common" || tab === "Build your own - words" ? TYPES[tab] : "code";

export const tabOfType = (type: FormulaType): CustomTab =>
  type === "common" ? "Common" : type === "words" ? "Build your own - words" : "Build your own - code";

export const freshCustomForm = (tab: TabName = "Common"): CustomForm => ({
  kind: "custom",
  tab,
  texts: { common: "", words: "", code: "" },
  typed: typeOfTab(tab),
  name: "",
  tag: "",
  tag_list: [],
});

/** The text on the tab on top. */
export const formulaText = ({ tab, texts }: CustomForm): string => texts[typeOfTab(tab)];

/**
 * Another tab shows the formula that was typed last where it parses; otherwise each tab keeps what it had. Looking at a
 * tab changes nothing, so coming back finds the text as it was typed.
 */
export function selectCustomTab(form: CustomForm, tab: CustomTab): CustomForm {
  if (form.tab === tab) return form;
  const to = typeOfTab(tab);
  const tree = to === "common" || to === form.typed ? null : treeOfText(form.typed, form.texts[form.typed]);
  if (tree === null) return { ...form, tab };
  const printed = textOfTree(to, tree);
  const own = treeOfText(to, form.texts[to]);
  // A text with the same meaning and comments stays as it is.
  if (own !== null && textOfTree(to, own) === printed) return { ...form, tab };
  return { ...form, tab, texts: { ...form.texts, [to]: printed } };
}

export function enterFormula(form: CustomForm, text: string): CustomForm {
  const type = typeOfTab(form.tab);
  if (form.typed === type && form.texts[type] === text) return form;
  return { ...form, texts: { ...form.texts, [type]: text }, typed: type };
}

/** The form after a column was given another name; `own` where the form is that column's. */
export function renamedForm(form: CustomForm, from: string, to: string, own: boolean): CustomForm {
  const renamed = (type: FormulaType): string => renamedText(type, form.texts[type], from, to);
  const texts = { common: renamed("common"), words: renamed("words"), code: renamed("code") };
  return { ...form, texts, name: own && columnKey(form.name) === columnKey(from) ? to : form.name };
}

export const enterCustomText = (form: CustomForm, option: "name" | "tag", text: string): CustomForm => ({
  ...form,
  [option]: withoutBraces(text),
});

/** Puts a preset or saved formula into the tab on top, ready to be written on; an empty tag and name become its own. */
export function putFormula(form: CustomForm, { tag, display, formula }: NamedFormula): CustomForm {
  const type = typeOfTab(form.tab);
  const tree = type === "words" ? treeOfText("code", formula) : null;
  return {
    ...form,
    texts: { ...form.texts, [type]: asPart(tree === null ? formula : textOfTree(type, tree), notationOf(type)) },
    typed: type,
    tag: form.tag === "" ? withoutBraces(tag) : form.tag,
    name: form.name === "" ? withoutBraces(display) : form.name,
    tag_list: form.tag_list.includes(tag) ? form.tag_list : [...form.tag_list, tag],
  };
}

/** The form's item, with its name and tag as stored. */
export const itemOfCustomForm = (form: CustomForm, columns: boolean): CustomItem =>
  customItem({
    type: typeOfTab(form.tab),
    text: formulaText(form),
    name: columns ? cleanName(form.name) : "",
    tag: cleanName(form.tag),
    tag_list: form.tag_list,
  });

/** The form with an added formula loaded into it. */
export function loadFormula({ formula }: CustomItem): CustomForm {
  const { type, inputFormula, name, tag, tag_list } = formula;
  const fresh = freshCustomForm(tabOfType(type));
  return { ...fresh, texts: { ...fresh.texts, [type]: inputFormula }, typed: type, name, tag, tag_list };
}

/**
 * Whether typing asks for a check: `TIMINGS.formulaCheck` after it stops, when the text is not empty and
 * not a column's name as it stands.
 */
export function asksForCheck(text: string, columns: readonly string[]): boolean {
  const bare = withoutBraces(text).trim().toLowerCase();
  return bare !== "" && !columns.some((name) => name.trim().toLowerCase() === bare);
}
