import {
  CARD_OPTIONS,
  CONDITION_LABELS,
  EVENT_VALUES,
  FIELDS,
  listedValue,
  optionRow,
} from "../../vocabulary/index.ts";
import { ADJUSTED_CHOICES, isOneOf, TEXT_PATTERNS, TIMEFRAMES } from "../../vocabulary/index.ts";
import type { CardDataPoint, CardOptionName, OptionValueKinds, OptionKind } from "../../vocabulary/index.ts";
import { comparedPoint } from "../card-values.ts";
import { cleanName } from "../names.ts";
import { clauseTyped } from "../trade-clause.ts";
import { convertValue, numberTyped, padTime, selectionOfValue, valueOfSelection } from "./conversion.ts";
import type { EntryOptions, EntryValue, OptionContents } from "./entry.ts";
import { sentenceOf } from "./notation.ts";
import { optionOf, valueKind } from "./option-of.ts";
import type { Selected, Typed } from "./selected.ts";

/** What becomes of an option between a form, an entry, its wording and its payload; one row per kind of option. */
interface Kind<Name extends OptionKind> {
  /** On a new entry, given the row's text. */
  readonly fresh: (text: string, point: CardDataPoint) => Typed[Name];
  /** As an added entry has it; null where it is unfilled. */
  readonly read: (typed: Typed[Name], point: CardDataPoint) => OptionContents[Name] | null;
  /** As the form shows an added one again. */
  readonly typed: (held: OptionContents[Name], point: CardDataPoint) => Typed[Name];
  /** In the field form of an added entry; null where that has none. */
  readonly wording: (held: OptionContents[Name], point: CardDataPoint) => string | null;
  readonly sent: (held: OptionContents[Name]) => unknown;
}

const asIs = <Value>(value: Value): Value => value;
/** Numbers are shown with thousands separators. */
export const shownNumber = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: 20, useGrouping: true });
const isTimeframe = isOneOf(TIMEFRAMES);

const filled = (typed: string): string | null => (typed === "" ? null : typed);

const text: Kind<"text"> = {
  fresh: asIs,
  read: filled,
  typed: asIs,
  wording: asIs,
  sent: asIs,
};
const number: Kind<"number"> = {
  fresh: asIs,
  // -0 and 0 are one day.
  read: (typed) => (TEXT_PATTERNS.integer.whole.test(typed) ? Number(typed) || 0 : null),
  typed: numberTyped,
  wording: shownNumber,
  sent: asIs,
};

const parameter = (given: string): number | string => {
  const value = convertValue(given);
  return typeof value === "object" ? given.trim() : value;
};

function valueText(value: EntryValue, point: CardDataPoint): string {
  if (typeof value === "number") return shownNumber(value);
  if (typeof value === "boolean")
    return (
      EVENT_VALUES.find((known) => known.value === value)?.[point.options.includes("list") ? "ofList" : "label"] ?? ""
    );
  const compared = valueKind(point) === "number" ? comparedPoint(value) : null;
  if (compared !== null) return sentenceOf(compared);
  const list = typeof value === "string" ? [value] : value;
  return list.map((one) => listedValue(point.name, one)?.value ?? one).join(", ");
}

/** Numeric text becomes a number where both mean the same. */
function valueJson(value: EntryValue): unknown {
  if (typeof value !== "string") return value;
  return value !== "" && String(Number(value)) === value && Number.isFinite(Number(value)) ? Number(value) : value;
}

const KINDS: { readonly [Name in OptionKind]: Kind<Name> } = {
  text,
  clause: { ...text, read: (typed) => filled(clauseTyped(typed)) },
  symbol: { ...text, read: (typed) => filled(typed.trim().toUpperCase()) },
  number,
  basis: {
    fresh: () => false,
    read: asIs,
    typed: asIs,
    wording: (held) => ADJUSTED_CHOICES.find(({ adjusted }) => adjusted === held)?.label ?? "",
    sent: asIs,
  },
  minutes: { ...number, wording: (held) => (isTimeframe(held) ? `${held} min` : null) },
  time: { ...text, read: (typed) => filled(padTime(typed)) },
  field: { ...text, wording: (held) => FIELDS.find(({ name }) => name === held)?.label ?? held },
  extreme: { ...text, read: (typed) => (typed === "MAX" || typed === "MIN" ? typed : null) },
  parameters: {
    fresh: asIs,
    read: (typed) => {
      const given = typed.split(",").filter((part) => part.trim() !== "");
      return given.length === 0 ? null : given.map(parameter);
    },
    typed: (held) => held.map((one) => (typeof one === "number" ? numberTyped(one) : one)).join(", "),
    wording: (held) => held.map((one) => (typeof one === "number" ? shownNumber(one) : one)).join(", "),
    sent: asIs,
  },
  condition: {
    fresh: () => 0,
    read: (typed) => (typed === 0 ? null : typed),
    typed: asIs,
    wording: (held) => CONDITION_LABELS[held],
    // On sending, IS becomes equal and IS NOT becomes not equal.
    sent: (held) => (held === "IS" ? "equal" : held === "IS NOT" ? "not equal" : held),
  },
  value: {
    fresh: (_, point) => (optionOf(point, "value").choice === undefined ? "" : []),
    read: (typed, point) => valueOfSelection(point, typed),
    typed: (held, point) => selectionOfValue(point, held),
    wording: valueText,
    sent: valueJson,
  },
  name: { ...text, read: (typed) => filled(cleanName(typed)) },
};

const ROWS: { readonly [Name in CardOptionName]: { readonly holds: OptionValueKinds[Name] } } = CARD_OPTIONS;
const kindOf = <Name extends CardOptionName>(name: Name): Kind<OptionValueKinds[Name]> => KINDS[ROWS[name].holds];

/** The initial value of an option: the data point's own, else that of the option's row. */
export function freshOption(name: CardOptionName, point: CardDataPoint): Selected {
  const own: { readonly [Option in CardOptionName]?: string | undefined } = { func: point.func, ...point.window };
  return { [name]: kindOf(name).fresh(own[name] ?? optionRow(name).fresh, point) };
}

/** The selection of one option as an added entry has it; null where it is unfilled. */
export function readOption<Name extends CardOptionName>(
  name: Name,
  selected: Pick<Selected, Name>,
  point: CardDataPoint,
): EntryOptions | null {
  const kind = kindOf(name);
  const typed: Typed[OptionValueKinds[Name]] | undefined = selected[name];
  const held = kind.read(typed ?? kind.fresh("", point), point);
  return held === null ? null : { [name]: held };
}

/** One option of an added entry as its form shows it; null where the entry has none. */
export function typedOption<Name extends CardOptionName>(
  name: Name,
  options: Pick<EntryOptions, Name>,
  point: CardDataPoint,
): Selected | null {
  const held: OptionContents[OptionValueKinds[Name]] | undefined = options[name];
  return held === undefined ? null : { [name]: kindOf(name).typed(held, point) };
}

/** The text of one option in the field form; null where the entry has none. */
export function optionWording<Name extends CardOptionName>(
  name: Name,
  options: Pick<EntryOptions, Name>,
  point: CardDataPoint,
): string | null {
  const held: OptionContents[OptionValueKinds[Name]] | undefined = options[name];
  return held === undefined ? null : kindOf(name).wording(held, point);
}

/** One option as a request carries it; undefined where the entry has none. */
export function optionJson<Name extends CardOptionName>(name: Name, options: Pick<EntryOptions, Name>): unknown {
  const held: OptionContents[OptionValueKinds[Name]] | undefined = options[name];
  return held === undefined || held === "" ? undefined : kindOf(name).sent(held);
}
