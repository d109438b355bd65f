import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { closedBecause, SESSIONS, dateOf, sessionFrom, sessionOf } from "../../src/market/calendar.ts";
import { describeOnSharedData, SHARED_DATA } from "./shared-data.ts";

describe("the session calendar", () => {
  it("runs from the first session of 1990 to the last of 2030", () => {
    expect(SESSIONS[0]).toEqual({ session: 0, date: "1990-01-02", open: 570, close: 960 });
    expect(SESSIONS.at(-1)?.date).toBe("2030-12-31");
    expect(SESSIONS.every((session, index) => session.session === index)).toBe(true);
  });

  it.each([
    [1990, 253],
    [1994, 252],
    [1998, 252],
    [2001, 248],
    [2004, 252],
    [2007, 251],
    [2012, 250],
    [2018, 251],
    [2020, 253],
    [2021, 252],
    [2022, 251],
    [2023, 250],
    [2024, 252],
    [2025, 250],
    [2026, 251],
  ])("has as many sessions in %i as the exchange had: %i", (year, count) => {
    expect(SESSIONS.filter((session) => session.date.startsWith(`${year}-`))).toHaveLength(count);
  });

  it.each([
    "1994-04-27",
    "1999-12-24",
    "2001-09-11",
    "2001-09-14",
    "2004-06-11",
    "2007-01-02",
    "2012-10-29",
    "2012-10-30",
    "2018-12-05",
    "2021-12-24",
    "2022-06-20",
    "2023-01-02",
    "2024-03-29",
    "2025-01-09",
    "2026-07-03",
    "2030-06-19",
  ])("is closed on %s", (date) => expect(sessionOf(date)).toBeNull());

  it.each(["1997-01-20", "2001-09-17", "2005-12-30", "2010-12-31", "2021-06-18", "2021-12-31", "2027-12-31"])(
    "is open on %s",
    (date) => expect(sessionOf(date)).toMatchObject({ open: 570, close: 960 }),
  );

  it.each([
    ["1992-12-24", 840],
    ["1997-12-26", 780],
    ["2002-07-05", 780],
    ["2003-12-26", 780],
    ["2012-07-03", 780],
    ["2013-07-03", 780],
    ["2013-07-05", 960],
    ["2015-12-24", 780],
    ["2023-11-24", 780],
    ["2026-07-02", 960],
    ["2029-07-03", 780],
  ])("closes on %s at minute %i", (date, close) => expect(sessionOf(date)?.close).toBe(close));

  it.each([
    ["2024-07-06", "Saturday"],
    ["2024-07-07", "Sunday"],
    ["2024-07-04", "Independence Day"],
    ["2020-07-03", "Independence Day"],
    ["2024-03-29", "Good Friday"],
    ["2001-09-12", "attacks on the World Trade Center"],
    ["2024-07-03", null],
    ["1989-12-25", null],
    ["nonsense", null],
  ])("closed on %s because of %s", (date, why) => expect(closedBecause(date)).toBe(why));

  it("finds dates by number and the next session of any date", () => {
    expect(dateOf(sessionOf("2020-02-03")?.session ?? -1)).toBe("2020-02-03");
    expect(dateOf(SESSIONS.length)).toBeNull();
    expect(sessionFrom("2025-01-09")?.date).toBe("2025-01-10");
    expect(sessionFrom("2020-02-01")?.date).toBe("2020-02-03");
    expect(sessionFrom("2031-01-01")).toBeNull();
  });
});

const iso = (american: string): string => {
  const [month = "", day = "", year = ""] = american.split("/");
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
};
const isWeekday = (date: string): boolean => new Date(date).getUTCDay() % 6 !== 0;

/** The dates of a list or an object's keys, as the file writes them: `1/9/2025`. */
function datesOf(section: "holidays" | "earlyCloses"): readonly string[] {
  const file = readFileSync(`${SHARED_DATA}lean/market-hours-equity-usa.json`, "utf8");
  const text = new RegExp(`"${section}":\\s*[[{]([^\\]}]*)`).exec(file)?.[1] ?? "";
  return [...text.matchAll(/\d+\/\d+\/\d{4}/g)].map(([date]) => iso(date)).filter(isWeekday);
}

describeOnSharedData("against QuantConnect's market hours", () => {
  it("has the same closed days from 1998 to 2027", () => {
    const theirs = new Set(datesOf("holidays"));
    const ours: string[] = [];
    for (let day = Date.UTC(1998, 0, 1); day < Date.UTC(2028, 0, 1); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      if (isWeekday(date) && !sessionOf(date)) ours.push(date);
    }
    expect(ours).toEqual([...theirs].filter((date) => date < "2028").toSorted());
  });

  it("has the same half days from 2000 to 2026", () => {
    const theirs = datesOf("earlyCloses").filter((date) => date >= "2000" && date < "2027");
    const ours = SESSIONS.filter((s) => s.close === 780 && s.date >= "2000" && s.date < "2027").map((s) => s.date);
    expect(ours).toEqual(theirs.toSorted());
  });
});
