import type { ExplainedOrigin, ExplainedPart } from "./answers.ts";

const KIND_LABELS: Readonly<Record<string, string>> = {
  daily: "daily bars",
  minute: "minutes",
  securities: "listing",
  symbols: "change of symbol",
  splits: "split",
  dividends: "dividend",
  facts: "fact",
  statements: "report",
  events: "event",
};

/** `2026-11-26 05:41` of a moment in ISO 8601, which is UTC. */
const minuteOf = (moment: string): string => moment.slice(0, 16).replace("T", " ");

/** What brought a value: source, file or filing, time of import. */
export function originText({
  of,
  source,
  file,
  files,
  filing,
  imported,
  last_imported: last,
}: ExplainedOrigin): string {
  const label = KIND_LABELS[of] ?? of;
  if (source === null) return `${label}: imported by a version that kept no record of its source`;
  if (source === "demo") return `demo market, made ${minuteOf(imported ?? "")} UTC`;
  const times = [...new Set([imported ?? "", last ?? ""].map(minuteOf))].join(" to ");
  return `${label}: ${[source, files > 1 ? `${files} files` : file, filing, `imported ${times} UTC`].filter((text) => text !== null && text !== "").join(", ")}`;
}

/** Numbers the origins of explained parts, so that each is told once and named by its number. */
export class OriginNotes {
  readonly #numbers = new Map<string, number>();

  /** `[1]`, `[1, 3]`; empty where nothing was brought. */
  of({ origins }: Pick<ExplainedPart, "origins">): string {
    const numbers = origins.map((origin) => {
      const text = originText(origin);
      const known = this.#numbers.get(text) ?? this.#numbers.size + 1;
      this.#numbers.set(text, known);
      return known;
    });
    return numbers.length === 0 ? "" : `[${[...new Set(numbers)].toSorted((a, b) => a - b).join(", ")}]`;
  }

  get texts(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  /** Below an explanation. */
  lines(): readonly string[] {
    return this.#numbers.size === 0
      ? []
      : ["", "sources", ...this.texts.map((text, index) => `  [${index + 1}] ${text}`)];
  }
}
