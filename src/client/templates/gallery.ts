import type { AnswerOf } from "../../contract/index.ts";

type Sample = AnswerOf<"templateSamples">["items"][number];
type Moment = Sample["moment"];

/** When in the day one knows what a template looks for, in the order of the day. */
const TITLES: Readonly<Record<Moment, string>> = {
  premarket: "Premarket",
  open: "At the open",
  session: "During the session",
  close: "At the close, end of day",
  after: "After the close",
};
const ORDER: readonly Moment[] = ["premarket", "open", "session", "close", "after"];

interface Section {
  readonly title: string;
  readonly items: readonly Sample[];
}

/** The templates that hold every word of a query, by the time of day; a time without one is left out. */
export function sectionsOf(samples: readonly Sample[], query: string): readonly Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ name, description, filters, columns }: Sample): boolean => {
    const text = [name, description, ...filters, ...columns.map((column) => column.name)].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = samples.filter(holds);
  return ORDER.map((moment) => ({
    title: TITLES[moment],
    items: found.filter((sample) => sample.moment === moment),
  })).filter(({ items }) => items.length > 0);
}
