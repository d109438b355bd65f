import { describe, expect, test } from "vitest";
import { keyCaps } from "../../src/client/palette/keys-shown.ts";
import { cut, settle } from "../../src/client/palette/entry.ts";
import type { Entry, Group } from "../../src/client/palette/entry.ts";
import { inlineFormulas } from "../../src/client/palette/inline.ts";
import { readTyped } from "../../src/client/palette/modes.ts";
import { rowAfter } from "../../src/client/palette/selection.ts";
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
    const both = new RankedIndex(
      items,
      ({ title }) => title,
      ({ words }) => words,
    );
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

describe("the selected row", () => {
  const off = { disabled: "Not now" };
  const rows = (...entries: Entry[]): readonly Entry[] => entries;
  const row = (value: string, more: Partial<Entry> = {}): Entry => ({ value, title: value, ...more });
  const groups: readonly Group[] = [
    { title: "A", entries: rows(row("a1", off), row("a2"), row("a3")) },
    { title: "B", entries: rows(row("b1", off)) },
    { title: "C", entries: rows(row("c1"), row("c2")) },
  ];
  const after = (at: string | null, key: string, held: "altKey" | "metaKey" | null = null): string | null =>
    rowAfter(groups, at === null ? null : row(at), {
      key,
      altKey: held === "altKey",
      metaKey: held === "metaKey",
    })?.value ?? null;

  test("moves over what can be chosen, round and round, by group with Alt, to the ends with Home and End", () => {
    expect(["a2", "a3", "c1", "c2"].map((at) => after(at, "ArrowDown"))).toEqual(["a3", "c1", "c2", "a2"]);
    expect(["a2", "a3", "c1", "c2"].map((at) => after(at, "ArrowUp"))).toEqual(["c2", "a2", "a3", "c1"]);
    expect(["a2", "a3", "c1", "c2"].map((at) => after(at, "ArrowDown", "altKey"))).toEqual(["c1", "c1", "a2", "a2"]);
    expect(["a2", "c2"].map((at) => after(at, "ArrowUp", "altKey"))).toEqual(["c1", "a2"]);
    expect([after("c1", "Home"), after("a2", "End")]).toEqual(["a2", "c2"]);
    expect([after("c1", "ArrowUp", "metaKey"), after("a2", "ArrowDown", "metaKey")]).toEqual(["a2", "c2"]);
  });

  test("no other key moves it, and nothing can be selected where nothing is", () => {
    expect([after("a2", "x"), after("a2", "ArrowLeft")]).toEqual([null, null]);
    expect(rowAfter([], null, { key: "ArrowDown", altKey: false, metaKey: false })).toBeNull();
    expect(rowAfter([], null, { key: "Home", altKey: false, metaKey: false })).toBeNull();
  });
});
