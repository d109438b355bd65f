import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import type { NotationName } from "../../src/formula/index.ts";
import { applied } from "./applied.ts";

const ENV = { columns: new Map(), use: "filter" } as const;
const suggested = (text: string, notation: NotationName): readonly string[] =>
  diagnose(text, ENV, notation).diagnostics.flatMap(({ message, fixes = [] }) => [
    ...(message.includes("Did you mean") ? [message] : []),
    ...fixes.map((fix) => applied(text, fix)),
  ]);

describe("a name is suggested only where it is near", () => {
  test.each([
    ["row above 5", "words"],
    ["for above 5", "words"],
    ["map above 5", "words"],
    ["zonk above 5", "words"],
    ["moving above 5", "words"],
    ["quick above 5", "words"],
    ["cat above 5", "words"],
    ["row > 5", "code"],
    ["for > 5", "code"],
    ["percent > 5", "code"],
    ["tap > 5", "code"],
    ["now > 5", "code"],
    ["third > 5", "code"],
    ["moonshine > 5", "code"],
    ["mix(5, 6) > 5", "code"],
    ["[daily row] > 5", "code"],
    ["[indicator cat(5)] > 5", "code"],
    ['[identity country] = "ut"', "code"],
  ] as const)("not for %s in %s", (text, notation) => {
    expect(suggested(text, notation)).toEqual([]);
  });

  test.each([
    ["clsoe is above 5", "words", "close is above 5"],
    ["volme is above 5", "words", "volume is above 5"],
    ["hgih is above 5", "words", "high is above 5"],
    ["lwo is above 5", "words", "low is above 5"],
    ["opn is above 5", "words", "open is above 5"],
    ["adjsuted close is above 5", "words", "adjusted close is above 5"],
    ["closse > 5", "code", "[daily close] > 5"],
    ["clos > 5", "code", "[daily close] > 5"],
    ["hihg > 5", "code", "[daily high] > 5"],
    ["loww > 5", "code", "[daily low] > 5"],
    ["chg_clsoe > 5", "code", "{chg_close} > 5"],
    ["avrg([daily close adj], -3 .. 0) > 5", "code", "avg([daily close adj], -3 .. 0) > 5"],
    ["[daily voluem] > 5", "code", "[daily volume] > 5"],
    ["[indicator emaa(20)] > 5", "code", "[indicator ema(20)] > 5"],
    ['[identity country] = "germny"', "code", '[identity country] = "Germany"'],
  ] as const)("%s in %s is %s", (text, notation, meant) => {
    expect(suggested(text, notation)).toContain(meant);
  });
});
