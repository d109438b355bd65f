import type { PagesOfCodes } from "./page-of-code.ts";

/** Values that do not fit where they stand: arguments, types, units. */
export const VALUE_PAGES = {
  "argument-count": { why: "The function takes another number of arguments.", example: "abs([daily close], 3) > 1" },
  "argument-range": {
    why: "A function over days takes the days last, from .. to.",
    example: "count([daily close] > 5, [daily volume]) > 1",
  },
  "argument-no-range": {
    why: "Only functions over days take a range. The largest of several days is highest(x, from .. to).",
    example: "max([daily close], -5 .. 0) > 5",
  },
  "argument-group": {
    why: "The securities are divided by a field whose values are groups, named behind by.",
    example: "rank([daily volume], 20) <= 5",
  },
  "argument-no-group": {
    why: "Only what is over many securities takes a group.",
    example: "round([daily close], by sector) > 5",
  },
  "argument-aggregate": {
    why: "What is made of the values of all securities is named first.",
    example: "market([daily close], [daily volume]) > 5",
  },
  "unknown-security-group": {
    why: "Groups are the fields whose values many securities share.",
    example: "rank([daily volume], by sectr) <= 5",
  },
  "group-by": { why: "A group begins with by.", example: "rank([daily volume], sector) <= 5" },
  "argument-literal": {
    why: "How far back a function looks is known before the scan starts, so it is written as a number.",
    example: "round([daily close], 2.5) > 5",
  },
  "argument-type": {
    why: "Numbers, texts, conditions, dates and times are never taken for each other.",
    example: "count([daily close], -4 .. 0) > 1",
  },
  "argument-same": {
    why: "Values that are chosen between or compared are of one type.",
    example: 'if([daily close] > 5, 1, "x") > 1',
  },
  "not-a-number": { why: "Only numbers are added, multiplied and negated.", example: "[identity name] * 2 > 5" },
  "not-a-condition": { why: "Only conditions are joined and turned round.", example: "[fundamental ipo] & 5" },
  "date-arithmetic": {
    why: "Dates and times have differences, and are moved by numbers; nothing else is defined.",
    example: "[daily date] + [daily date -5] > '2024-01-02'",
  },
  "compare-types": { why: "Values of two types are never equal, smaller or larger.", example: '[daily close] > "5"' },
  "compare-order": {
    why: "Texts and conditions are equal or not; no order is defined.",
    example: '[identity name] > "x"',
  },
  "filter-not-boolean": {
    why: "A filter decides, so it must be a condition. A value alone is a column.",
    example: "[daily close]",
  },
  "columns-only": {
    why: "Statements are published at their own pace, so rows cannot be picked by them yet.",
    example: "[earnings total-revenue-1q] > 5",
  },
  "unit-mismatch": {
    why: "A price and a number of shares are never larger or smaller than each other. Divide first, or compare like with like.",
    example: "[daily close] > [daily volume]",
  },
  "unit-percent": {
    why: "1.05 as a ratio and 5 as a percent say the same; side by side they are a hundred times apart.",
    example: "[daily close] / [daily open] > [ownership io_percent]",
  },
  dollars: {
    why: "A number has no unit of its own: 5 million dollars is read as 5M. Volume, for one, is a number of shares; dollar volume is the price times the volume.",
    example: "volume is above 5 million dollars",
    notation: "words",
  },
  "percent-or-ratio": {
    why: "A rise of four percent is a ratio of 1.04, a change of 0.04 and a gap of 4: ratios are parts of one, percents are in points. Numbers that are likely in the other form are asked about. The second fix keeps what the formula says and makes it plain.",
    example: "[daily open adj] / [daily close -1 adj] > 4",
  },
} as const satisfies PagesOfCodes;
