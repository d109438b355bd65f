import type { SeriesMarker, Time } from "lightweight-charts";
import type { Colours } from "./colours.ts";
import { placeOfDay, toChartTime } from "./times.ts";

/** Days of hits, and the one that was opened. */
export interface Marks {
  readonly days: readonly string[];
  readonly opened: string | null;
}

/** Place of the opened hit's bar; null where it is no hit, or no bar is there. */
export function openedPlace(times: readonly string[], { days, opened }: Marks): number | null {
  const place = opened === null || !days.includes(opened) ? -1 : placeOfDay(times, opened);
  return place < 0 ? null : place;
}

/** An arrow under the bar of each hit; that of the opened one is larger, of another colour and named. */
export function markersOf(times: readonly string[], marks: Marks, colours: Colours): SeriesMarker<Time>[] {
  const opened = openedPlace(times, marks);
  const places = [...new Set(marks.days.map((date) => placeOfDay(times, date)))].filter((place) => place >= 0);
  return places
    .toSorted((a, b) => a - b)
    .map((place) => ({
      time: toChartTime(times[place] ?? ""),
      position: "belowBar",
      shape: "arrowUp",
      color: place === opened ? colours.opened : colours.mark,
      ...(place === opened ? { size: 2, text: "This hit" } : {}),
    }));
}
