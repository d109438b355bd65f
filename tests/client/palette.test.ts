import { describe, expect, test } from "vitest";
import { keyCaps } from "../../src/client/palette/keys-shown.ts";
import { cut, settle } from "../../src/client/palette/entry.ts";
import type { Entry, Group } from "../../src/client/palette/entry.ts";
import { inlineFormulas } from "../../src/client/palette/inline.ts";
import { readTyped } from "../../src/client/palette/modes.ts";
import { RankedIndex } from "../../src/client/palette/rank.ts";
import { parseCode } from "../../src/formula/index.ts";

const index = (titles: readonly string[]) => new RankedIndex(titles, (title) => title);

describe("the ranked index", () => {
  const titles = ["Move to folder…", "Format the formula", "Remove", "Folder", "Go to My Data", "FO"];

  test.each([
    ["fo", ["FO", "Folder", "Format the formula", "Move to folder…"]],
    ["fold", ["Folder", "Move to folder…"]],
    ["mov fol", ["Move to folder…"]],
    ["move", ["Move to folder…", "Remove"]],
    ["my data", ["Go to My Data"]],
    ["zzz", []],
  ])("%s finds the best first", (query, expected) => {
    expect(index(titles).search(query, 10)).toEqual(expected);
  });

  test("no more than asked for, and of equals those that stand first", () => {
    const many = Array.from({ length: 1000 }, (_, n) => `row ${String(n).padStart(4, "0")}`);
    expect(index(many).search("row", 3)).toEqual(["row 0000", "row 0001", "row 0002"]);
    expect(index(many).search("", 2)).toEqual(["row 0000", "row 0001"]);
  });

  test("typing on and going back find what asking anew finds", () => {
    const one = index(titles);
    for (const query of ["f", "fo", "fol", "fo", "m", "mo", "mov", "mov f", "mov fol", "mo", "", "my d"])
      expect(one.search(query, 10)).toEqual(index(titles).search(query, 10));
  });

  test("words are found behind titles", () => {
    const items = [
      { title: "Start anew", words: "empty clear" },
      { title: "Clear all", words: "" },
    ];
    const both = new RankedIndex(items, ({ title }) => title, { said: ({ words }) => [words] });
    expect(both.search("clear", 5).map(({ title }) => title)).toEqual(["Clear all", "Start anew"]);
  });
});

const entries = (...values: readonly string[]): readonly Entry[] => values.map((value) => ({ value, title: value }));
const values = (groups: readonly Group[]): string =>
  groups.map(({ title, entries: list }) => `${title}: ${list.map(({ value }) => value).join(" ")}`).join("; ");

describe("groups", () => {
  test("nothing that is on screen moves when more comes", () => {
    const shown = [
      { title: "A", entries: entries("a2", "a3") },
      { title: "C", entries: entries("c1") },
    ];
    const now = [
      { title: "A", entries: entries("a1", "a2", "a3") },
      { title: "B", entries: entries("b1") },
      { title: "C", entries: entries("c1") },
    ];
    expect(values(settle(shown, now))).toBe("A: a2 a3 a1; C: c1; B: b1");
  });

  test("what is gone goes, and what changed shows as it is now", () => {
    const [group] = settle(
      [{ title: "A", entries: entries("a", "b") }],
      [{ title: "A", entries: [{ value: "b", title: "B", disabled: "Read only" }] }],
    );
    expect(group?.entries).toEqual([{ value: "b", title: "B", disabled: "Read only" }]);
  });

  test("at most so many rows over all of them; one that is still empty stays while it waits", () => {
    const groups = [
      { title: "A", entries: entries("1", "2", "3") },
      { title: "B", entries: entries("4", "5") },
      { title: "C", entries: entries("6") },
      { title: "D", entries: [], pending: true },
    ];
    expect(values(cut(groups, 4))).toBe("A: 1 2 3; B: 4; D: ");
    // As far as a list is seen: titles take their place in it.
    expect(values(cut(groups, 6, 1))).toBe("A: 1 2 3; B: 4; D: ");
    expect(values(cut([{ title: "None", entries: [] }, ...groups], 6, 1))).toBe("A: 1 2 3; B: 4; D: ");
  });
});

test("a first character is a chip", () => {
  expect(readTyped("> run")).toEqual({ mode: ">", query: "run" });
  expect(readTyped("#")).toEqual({ mode: "#", query: "" });
  expect(readTyped("gap > 10")).toEqual({ mode: null, query: "gap > 10" });
  expect(readTyped("constructor")).toEqual({ mode: null, query: "constructor" });
});

describe("inline arguments", () => {
  const columns = [{ name: "Jump", tree: parseCode("[daily close] - [daily open]").tree }];
  const codes = (query: string, part: "filters" | "columns" = "filters"): readonly string[] =>
    inlineFormulas(query, columns, part).map(({ code }) => code);

  test.each([
    ["ema 20", ["[indicator ema(20) close]"]],
    ["sma 50 volume", ["[indicator sma(50) volume]"]],
    ["gap > 10", ["{gap} > 10"]],
    ["rsi 14 < 30", ["[indicator rsi(14) close] < 30"]],
    ["close >= 5", ["[daily close] >= 5"]],
    ["float < 20m", ["[ownership float] < 20M"]],
    ["ema", []],
    ["ema 20 30", []],
    ["nothing > 3", []],
    ["run", []],
  ])("%s", (query, expected) => {
    expect(codes(query)).toEqual(expected);
  });

  test("columns of the request are good in columns only", () => {
    expect(codes("jump > 2", "columns")).toEqual(["{Jump} > 2"]);
  });
});

test("keys are shown as the caps of a keyboard", () => {
  expect(keyCaps("Mod-Shift-z")).toEqual(["Ctrl", "Shift", "Z"]);
  expect(keyCaps("g d")).toEqual(["G", "D"]);
  expect(keyCaps("Mod-Alt-[")).toEqual(["Ctrl", "Alt", "["]);
  expect(keyCaps("?")).toEqual(["?"]);
});
