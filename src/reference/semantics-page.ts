import { LIMITS } from "../vocabulary/index.ts";
import { EXAMPLE_BARS, EXAMPLE_NOTES, exampleText } from "./example-market.ts";
import { entry, heading, list, mark, table, text } from "./page.ts";
import type { Page } from "./page.ts";
import { RULINGS } from "./rulings.ts";

export const semanticsPage: Page = {
  name: "semantics",
  title: "What formulas mean",
  summary: "The rules of values, each with formulas whose results show it. Every result here is computed by a test.",
  blocks: [
    list(
      "Types are number, text, boolean, date and time. A number is never a boolean.",
      "Operators bind in this order: signs, then `*` and `/`, then `+` and `-`, then comparisons, then `!`, then `&`, then `|`. Comparisons cannot be chained.",
      "Keywords and names are read without regard to case. Comments are written between `/*` and `*/`. Numbers may end in K, M or B.",
      "Filters of a request are joined with `&`.",
    ),
    ...RULINGS.flatMap(({ title, rulings }) => [
      heading(title),
      ...rulings.flatMap(({ anchor, topic, rule, examples }) => [
        entry(topic, anchor),
        text(rule),
        list(...examples.map((each) => `${exampleText(each)}.`)),
      ]),
    ]),
    heading("Units"),
    list(
      "What is added or compared has one unit, or one side has none; other mixes are an error. A ratio with a percent gives a warning.",
      "Price times shares is money, money divided by shares a price, a unit divided by itself a ratio, a ratio times 100 a percent. Other products have no unit, and are no mistake.",
      "abs, rounding, min, max, if, at, change and functions over days keep the unit; sqrt, ln, exp, pow and sign have none.",
    ),
    heading("The market of the examples"),
    text("Six sessions around a half day and a holiday."),
    table(
      ["symbol", "date", "open", "high", "low", "close", "volume", "vwap"],
      EXAMPLE_BARS.map(({ symbol, date, open, high, low, close, volume, vwap }) => [
        symbol,
        date,
        ...[open, high, low, close, volume].map(String),
        vwap === null ? "" : String(vwap),
      ]),
    ),
    list(...EXAMPLE_NOTES),
  ],
};

export const knownAtPage: Page = {
  name: "known-at",
  title: "When values are known",
  summary: "Every part of a formula knows when its value became public; the formula is known when its latest part is.",
  blocks: [
    table(
      ["part", "known"],
      [
        ["identity, the date", "at 00:00 of its day"],
        [mark("[daily open]"), "at 09:30 of its day"],
        ["other daily values, indicators on daily bars", "at the close of their day"],
        ["fundamentals, ownership and statement items", "at the close of their day: the latest value known then"],
        ["an IPO", "at 00:00 of its day, whatever its hour"],
        ["a minute or window of minutes", "one minute after the start of its last bar"],
        ["an indicator on intraday bars", "at its time"],
        ["news and earnings", "one minute after the window's end"],
        ["a range of days", "with its last day"],
        [mark("at(x, day)"), "as many sessions later or earlier"],
        ["functions, columns, both branches of if", "with the latest part"],
        [`${mark("mfe")}, ${mark("mae")}, ${mark("first_touch")}`, "at the close of their last day"],
        [mark("doubtful()"), "at the close of its day, although the check looks at later days too"],
      ],
    ),
    list(
      "A value that became known exactly at that moment counts, one of a second later does not: a fact of 16:00:30 is seen the day after. Half days close at 13:00.",
      "Of several parts the latest counts, and the close counts as 16:00: on a half day a window of clock time between 13:00 and 16:00 ends after it.",
      "A row is a session on which the security traded, and a sum of volume is 0 or missing by whether it had a minute on it: both are known with its first bar of the session.",
      "An indicator that reads later bars (Ichimoku's lagging line) counts each as a session; after a halt it is known later.",
    ),
    heading("What changes later"),
    text(
      "A value that was known stays what it was when more is imported: later bars, facts, filings, events and splits. The exceptions are these.",
    ),
    list(
      "Adjusted values are on the scale of the last session: a later split multiplies the prices and divides the volumes before it, and a later dividend multiplies the prices of `adjdiv`.",
      "A formula that needs a later day is missing until the data reaches it.",
      "A list of securities states the present: another one changes all days. Once a field of a security has a dated value, only dated values count for it, so that days before the first one have none.",
      "`doubtful()` is what the check said at the last import: it looks at later days too, and an administrator may have settled it since.",
      "News, earnings and IPOs are unknown on sessions for which none were imported, and known once some are.",
      "A day's bar that was made of minutes is replaced by the vendor's own bar. Of bars, facts or statements with the same key the one imported last counts.",
    ),
    heading("Looking ahead"),
    list(
      "A filter that needs a later day picks rows with hindsight: [lookahead](diagnostics#lookahead) warns. One that needs the row's day after its close, as news of the whole day does, says so as information.",
      "A column may look ahead: it is tagged Outcome. Event studies need that.",
      "A positive number where a length is meant is the most common way to read the future by mistake: [day-not-length](diagnostics#day-not-length).",
    ),
  ],
};

export const limitsPage: Page = {
  name: "limits",
  title: "Limits of the language",
  summary: "How large formulas and requests may be, and what is known to be poor.",
  blocks: [
    table(
      ["what", "limit"],
      [
        ["characters of a formula", LIMITS.formulaCharacters.toLocaleString("en-US")],
        ["levels of parentheses, signs and calls", String(LIMITS.formulaLevels)],
        ["sessions of a day's offset and of a range", LIMITS.dayOffset.toLocaleString("en-US")],
        [`limit of ${mark("bars_since")}`, LIMITS.barsSince.toLocaleString("en-US")],
        ["filters of a request", String(LIMITS.filters)],
        ["columns of a request", String(LIMITS.columns)],
        ["first day of a request", LIMITS.earliestDate],
      ],
    ),
    list(
      "Statement items can be used in columns only, not in filters.",
      "Where the data has only the present exchange, class, sector or country of a security, all days have it; the finding [current-value](diagnostics#current-value) says so.",
      "The server's check knows other columns by name only, the page by type as well: it finds more in a formula that names columns.",
      "Cards show one data point: of another security, of a week or month, a list or number of one's own, and a number among others (its rank, percentile or z-score, the average, total or median of its group, one value of the market); columns also a trade that names no other column. Code and words only: conditions over a group or the market (count, percent), a list as of another day, two series (beta, correl, relative_strength), functions over days, and what calculates.",
      "Units follow the operators, not the meaning: the product of two prices has none.",
      "never-true finds contradictions between a value and numbers, and values beyond an extreme that includes them; it misses others.",
    ),
  ],
};
