import { NUMBER_PHRASES, PHRASES } from "../../src/formula/index.ts";
import type { Phrase } from "../../src/formula/index.ts";
import type { Required } from "./coverage.ts";

/** A formula in words around a phrase; null where the kind has rows of its own (names of the catalogues). */
function around({ text, code, means }: Phrase): string | null {
  switch (means.kind) {
    case "compare":
      return /before|after|earlier|later/.test(text) ? `date ${text} 2024-01-05` : `close ${text} 5`;
    case "cross":
      return `adjusted close ${text} adjusted SMA(20) of close`;
    case "logical":
      return means.op === "!" ? `${text} (close is above 5)` : `close is above 5 ${text} open is above 5`;
    case "arithmetic":
      return `close ${text} open`;
    case "membership":
      return means.call === "between" ? `close ${text} 5 and 10` : `symbol ${text} ("A", "B")`;
    case "multiple":
      return `volume is above ${text} average volume of the last 20 days`;
    case "magnitude":
      return `volume is above 1.5 ${text}`;
    case "percent":
      return `{gap} is above 4 ${text}`;
    case "dollars":
      return `close is above 5 ${text}`;
    case "column":
      return `${text} is above 4`;
    case "event":
      return `${text} news today`;
    case "basis":
      return `${text} close`;
    case "function":
      return `${text} ${means.func === "avg" || means.func === "sum" ? "volume" : "high"} from 10 days ago to 1 day ago`;
    case "session":
      return means.behind ? `highest high ${text}` : `${text} high`;
    case "period":
      return `${text} high`;
    case "so-far":
      return `weekly high ${text}`;
    case "day":
      return `close ${text}`;
    case "day-of":
      return `${text} close`;
    case "joining":
      return JOINING[means.word](text);
    case "extreme":
      return means.of === "days"
        ? `close ${text} highest volume from 10 days ago to 1 day ago`
        : `open ${text} highest high between 09:30 and 15:59`;
    case "field":
      return code.startsWith("[intraday") ? `highest ${text} between 09:30 and 15:59` : text;
    case "event-field":
      return `had ${text} today`;
    case "trade":
      return code.includes(" long ") ? `${text} (at 09:30, until close)` : null;
    case "clause":
    case "indicator":
    case "call":
    case "value":
    case "statement":
      return null;
  }
  return means satisfies never;
}

const JOINING = {
  of: (word: string) => `EMA(20) ${word} close`,
  by: (word: string) => `rank(volume, ${word} sector)`,
  from: (word: string) => `highest high ${word} 10 days ago to 1 day ago`,
  to: (word: string) => `highest high from 10 days ago ${word} 1 day ago`,
  at: (word: string) => `close ${word} 10:00`,
  between: (word: string) => `highest high ${word} 09:30 and 15:59`,
  the: (word: string) => `${word} ${word === "an" ? "adjusted close" : "close"} is above 5`,
} as const;

/** The accepted examples of phrases with a number in them, put where they stand. */
const NUMBERED: readonly string[] = [
  ...NUMBER_PHRASES.DAY.accepted.map((text) => `close ${text}`),
  ...NUMBER_PHRASES.LAST_DAYS.accepted.map((text) => `highest high ${text}`),
  ...NUMBER_PHRASES.BAR_SIZE.accepted.map((text) => `EMA(200) of close ${text} at 10:00`),
  "5 minute EMA(200) of close at 10:00",
  ...NUMBER_PHRASES.DAY_COUNT.accepted.map((text) => (text.endsWith("EMA") ? `${text} of close` : text)),
  ...NUMBER_PHRASES.STATEMENT.accepted,
];

/** Every wording of the language once, in a formula. */
export function phraseRows(): readonly Required[] {
  const texts = new Map<string, string>();
  for (const phrase of PHRASES) {
    const text = around(phrase);
    if (text !== null && !texts.has(text)) texts.set(text, `phrase ${phrase.means.kind} ${phrase.text}`);
  }
  for (const text of NUMBERED) if (!texts.has(text)) texts.set(text, `phrase ${text}`);
  return [...texts].map(([text, id]) => ({ id, proposed: { text, notation: "words", use: "column" }, exact: true }));
}
