import { FIELDS, FUNCTION_WORDS, INDICATORS, SESSION_WORDS } from "../../vocabulary/index.ts";
import { numberText } from "../code/literal-text.ts";
import { indicatorWords } from "../words/phrases.ts";
import { printWords } from "../words/print-words.ts";
import { fieldSearch, indicatorSearch, part, USUAL_FIELDS, VALUES } from "./candidates.ts";
import type { Candidate } from "./candidates.ts";
import { nodeOf } from "./place.ts";

const RANGE = "from 10 days ago to 1 day ago";
const WINDOW = "between 09:30 and 15:59";

const inWords = (code: string): readonly string[] => {
  const node = nodeOf(code);
  return node === null ? [] : [printWords(node)];
};

const functions: readonly Candidate[] = FUNCTION_WORDS.map(({ canonical, code, accepted = [] }) => {
  const field = USUAL_FIELDS[code];
  return {
    ...part(canonical, [`${canonical} ${field} ${RANGE}`], "function", `${code} over days or a window`),
    titles: accepted,
  };
});

let values: readonly Candidate[] | null = null;

/** What may begin a value: everything that code offers, in words. Made when first asked for. */
export function wordValues(): readonly Candidate[] {
  values ??= [
    ...VALUES.flatMap((one): Candidate[] => {
      const inserts = one.inserts.flatMap(inWords);
      const [label] = inserts;
      return label === undefined ? [] : [{ ...one, label: one.kind === "function" ? one.label : label, inserts }];
    }),
    ...functions,
  ];
  return values;
}

let more: readonly Candidate[] | null = null;

/** What may go on a data point that has begun: `adjusted`, `highest`, `EMA(20) of`, `had`. */
export function continuations(): readonly Candidate[] {
  more ??= [
    ...[...new Map(FIELDS.map((field) => [field.label, field])).values()].map((field): Candidate => {
      const { label, type, unit } = field;
      return {
        kind: "data point",
        ...fieldSearch(field),
        label,
        inserts: [label, `${label} ${RANGE}`, `${label} ${WINDOW}`],
        detail: unit ?? type,
        doc: "",
      };
    }),
    ...functions,
    ...INDICATORS.flatMap((entry) =>
      entry.lines.map((line): Candidate => {
        const given = entry.parameters.map((parameter) => numberText(parameter.default)).join(", ");
        const name = indicatorWords(entry, line.name);
        return {
          kind: "indicator",
          ...indicatorSearch(entry, line),
          label: name,
          inserts: [given === "" ? name : `${name}(${given})`, name, `${name} at 10:00`],
          detail: entry.title,
          doc: entry.title,
        };
      }),
    ),
  ];
  return more;
}

/** What may follow the name of a data point. */
export const TAILS: readonly Candidate[] = [
  part("1 day ago", ["1 day ago"], "day", "the session before"),
  part(RANGE, [RANGE], "range of days", "the ten sessions before"),
  part("of the last 20 days", ["of the last 20 days"], "range of days", "today and the 19 sessions before"),
  part(WINDOW, [WINDOW], "window"),
  ...SESSION_WORDS.map(({ canonical }) =>
    part(`in the ${canonical} session`, [`in the ${canonical} session`], "window"),
  ),
  part("1 week ago", ["1 week ago"], "week", "the week before"),
  part("1 month ago", ["1 month ago"], "month", "the month before"),
  part("so far", ["so far"], "week or month", "up to the day"),
  part("at 10:00", ["at 10:00"], "time", "the bar that starts then"),
  part(
    "on 5 minute bars at 10:00",
    ["on 5 minute bars at 10:00"],
    "intraday bars",
    "the last bar complete at that time",
  ),
  part('of "SPY"', ['of "SPY"'], "symbol", "of another security, by its symbol on the row's day"),
  part("of volume", ["of volume"], "source"),
  part("on the day of the highest volume", [`on the day of the highest volume ${RANGE}`], "is the"),
  part("on the minute of the highest high", [`on the minute of the highest high ${WINDOW}`], "is the"),
];
