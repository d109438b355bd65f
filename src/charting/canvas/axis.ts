import { TickMarkType } from "lightweight-charts";
import type { Time } from "lightweight-charts";
import { showDate, showTime } from "../../vocabulary/index.ts";
import { fromChartTime } from "./times.ts";

/** A time under the crosshair, as the legend writes it. */
export function pointedTime(time: Time, intraday: boolean): string {
  const at = fromChartTime(time, intraday);
  return at === null ? "" : showTime(at);
}

/** A mark of the time axis: the part of MM/dd/yyyy, or of the clock, that is new there. */
export function tickText(time: Time, type: TickMarkType): string {
  const at = fromChartTime(time, true) ?? "";
  const [month = "", day = "", year = ""] = showDate(at.slice(0, 10)).split("/");
  switch (type) {
    case TickMarkType.Year:
      return year;
    case TickMarkType.Month:
      return `${month}/${year}`;
    case TickMarkType.DayOfMonth:
      return `${month}/${day}`;
    case TickMarkType.Time:
    case TickMarkType.TimeWithSeconds:
      return at.slice(11);
  }
  return type satisfies never;
}
