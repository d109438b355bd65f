import { describe, expect, it } from "vitest";
import {
  dateRangeErrors,
  enterDateRange,
  freshRequest,
  readShownDay,
  requestSent,
  shownTime,
} from "../../src/request/index.ts";
import { exchangeToday, showDate } from "../../src/vocabulary/index.ts";
import { TODAY } from "./card.ts";

describe("the date range", () => {
  it("defaults to today on both sides, as MM/dd/yyyy", () => {
    expect(freshRequest(TODAY).dataRange).toEqual({
      requestName: "",
      startTime: "06/28/2024",
      endTime: "06/28/2024",
    });
  });

  it.each([
    ["2024-06-29T03:59:59Z", "2024-06-28", "06/28/2024"],
    ["2024-06-29T04:00:00Z", "2024-06-29", "06/29/2024"],
    ["2024-12-29T04:59:59Z", "2024-12-28", "12/28/2024"],
  ])("at %s it is %s at the exchange: the card and what is sent end no later", (now, today, shown) => {
    const day = exchangeToday(new Date(now));
    expect([day, freshRequest(day).dataRange.endTime]).toEqual([today, shown]);
    const tomorrow = new Date(Date.parse(day) + 86_400_000);
    const late = { requestName: "Late", startTime: shown, endTime: showDate(tomorrow.toISOString().slice(0, 10)) };
    expect(dateRangeErrors(late, day)).toEqual({ endTime: `The latest date is ${shown}.` });
  });

  const good = { requestName: "Gap and go", startTime: "01/02/2024", endTime: "06/28/2024" };
  it.each([
    [{}, {}],
    [{ requestName: "" }, { requestName: "Request name required" }],
    [{ requestName: "  " }, { requestName: "Request name required" }],
    [{ requestName: "x".repeat(450) }, {}],
    [{ requestName: "x".repeat(451) }, { requestName: "At most 450 characters." }],
    [{ startTime: "01/01/2008" }, {}],
    [{ startTime: "12/31/2007" }, { startTime: "The earliest date is 01/01/2008." }],
    [{ endTime: "06/29/2024" }, { endTime: "The latest date is 06/28/2024." }],
    [{ startTime: "02/30/2024" }, { startTime: "Invalid Date" }],
    [{ endTime: "" }, { endTime: "Invalid Date" }],
    [{ startTime: "06/28/2024", endTime: "06/27/2024" }, { startTime: "The start date is after the end date." }],
    [{ startTime: "2024-01-02", endTime: "Jan 3, 2024" }, {}],
  ])("%j: %j", (given, errors) => {
    expect(dateRangeErrors({ ...good, ...given }, TODAY)).toEqual(errors);
  });

  it.each([
    ["03/08/2024", "2024-03-08"],
    ["2024-03-08", "2024-03-08"],
    ["Mar 8, 2024", "2024-03-08"],
    ["mar 08, 2024", "2024-03-08"],
    ["Foo 8, 2024", null],
    ["Feb 30, 2024", null],
    ["3/8/2024", null],
  ])("%s is read as %s", (text, day) => expect(readShownDay(text)).toBe(day));

  it("is shown as MM/dd/yyyy, a time of the day as hh:mm a", () => {
    expect(showDate("2024-03-08")).toBe("03/08/2024");
    expect([0, 570, 720, 959].map(shownTime)).toEqual(["12:00 AM", "09:30 AM", "12:00 PM", "03:59 PM"]);
  });

  it("is sent as yyyy-MM-dd; what is no day goes as it was typed", () => {
    const named = enterDateRange(freshRequest(TODAY), "requestName", " Gap and go ");
    const dated = enterDateRange(enterDateRange(named, "startTime", "Jan 2, 2024"), "endTime", "soon");
    expect(requestSent(dated)).toMatchObject({
      name: "Gap and go",
      Date_Range: { start_date: "2024-01-02", end_date: "soon" },
    });
  });
});
