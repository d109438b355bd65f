import type { SeriesMarker, Time } from "lightweight-charts";
import type { RowTrade } from "../../contract/index.ts";
import type { Colours } from "./colours.ts";
import { priceText } from "./series.ts";
import { placeOfDay, placeOfMoment, toChartTime } from "./times.ts";

/** Days of hits, the one that was opened, and its trades. */
export interface Marks {
  readonly days: readonly string[];
  readonly opened: string | null;
  readonly trades: readonly RowTrade[];
}

/** Place of the opened hit's bar; null where it is no hit, or no bar is there. */
export function openedPlace(times: readonly string[], { days, opened }: Marks): number | null {
  const place = opened === null || !days.includes(opened) ? -1 : placeOfDay(times, opened);
  return place < 0 ? null : place;
}

/** An arrow under the bar of each hit; that of the opened one is larger, of another colour and named. Its trades besides. */
export function markersOf(times: readonly string[], marks: Marks, colours: Colours): SeriesMarker<Time>[] {
  const opened = openedPlace(times, marks);
  const places = [...new Set(marks.days.map((date) => placeOfDay(times, date)))].filter((place) => place >= 0);
  const hits = places.map((place): PlacedMark => ({
    place,
    position: "belowBar",
    shape: "arrowUp",
    color: place === opened ? colours.opened : colours.mark,
    ...(place === opened ? { size: 2, text: "This hit" } : {}),
  }));
  return [...hits, ...marks.trades.flatMap((trade) => tradeMarks(times, trade, colours))]
    .toSorted((a, b) => a.place - b.place)
    .map(({ place, ...mark }) => ({ ...mark, time: toChartTime(times[place] ?? "") }));
}

type PlacedMark = Omit<SeriesMarker<Time>, "time" | "price" | "position"> & {
  readonly place: number;
  readonly position: "aboveBar" | "belowBar";
};

/** Where a trade began and ended, on the side from which it was bought or sold, with the price as the trade has it. */
function tradeMarks(times: readonly string[], { side, entry, exit, reason }: RowTrade, colours: Colours): PlacedMark[] {
  const bought = { position: "belowBar", shape: "arrowUp" } as const;
  const sold = { position: "aboveBar", shape: "arrowDown" } as const;
  const [begins, ends] = side === "long" ? [bought, sold] : [sold, bought];
  const gained = exit !== null && (side === "long" ? exit.price >= entry.price : exit.price <= entry.price);
  const marks: PlacedMark[] = [
    {
      ...begins,
      place: placeOfMoment(times, entry.date, entry.time, false),
      color: colours.accent,
      text: `${side} ${priceText(entry.price)}`,
    },
    ...(exit === null
      ? []
      : [
          {
            ...ends,
            place: placeOfMoment(times, exit.date, exit.time, true),
            color: gained ? colours.up : colours.down,
            text: `${reason ?? "end"} ${priceText(exit.price)}`,
          },
        ]),
  ];
  return marks.filter(({ place }) => place >= 0);
}
