import { content } from "./chart.ts";

/** Width of a bar in pixels that the reader chose by zooming: one within the day, one for days and longer. */
const KEY = "scanbook.chart.width";
const [MIN, MAX] = [0.5, 100];

type Kind = "days" | "minutes";
const kindOf = (timeframe: string): Kind => (/[mh]$/.test(timeframe) ? "minutes" : "days");

function widths(): Readonly<Partial<Record<Kind, number>>> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const of = (kind: Kind): object => {
      const width: unknown =
        typeof read === "object" && read !== null ? Object.entries(read).find(([key]) => key === kind)?.[1] : null;
      return typeof width === "number" && width >= MIN && width <= MAX ? { [kind]: width } : {};
    };
    return { ...of("days"), ...of("minutes") };
  } catch {
    return {};
  }
}

/** Null where the reader has never zoomed. */
export const barWidth = (timeframe: string = content.timeframe): number | null => widths()[kindOf(timeframe)] ?? null;

export function keepBarWidth(width: number, timeframe: string = content.timeframe): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...widths(), [kindOf(timeframe)]: width }));
  } catch {
    // Private windows refuse.
  }
}
