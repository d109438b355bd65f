import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { check, columnsByKey, compareKnownAt, parseCode, sameTree } from "../../src/formula/index.ts";
import { builtInPresets, builtInTemplates, readPresets, readTemplates } from "../../src/request/index.ts";
import { BUILT_IN_COLUMNS } from "../../src/vocabulary/index.ts";

const FOLDER = resolve(import.meta.dirname, "../../presets");
const files = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => basename(name, ".json"))
    .toSorted();

const sound = {
  display: "Range",
  description: "High less low",
  tag: "day_range",
  formula: "[daily high] - [daily low]",
  known_at: "close",
  group: "Ranges",
};

/** Lengths that the library has (docs/product-rules.md, Presets), as tags. */
const WINDOWS: Readonly<Record<string, readonly number[]>> = {
  sma: [10, 20, 50, 100, 200],
  ema: [10, 20, 50, 100, 200],
  rsi: [10, 14, 20, 50, 100, 200],
  atr: [10, 14, 21],
  rvol: [10, 14, 21, 50, 252],
  avgvol: [10, 14, 50, 100, 252],
};

describe("the library of presets", () => {
  const tags = new Set(builtInPresets().map(({ tag }) => tag));

  test("holds every file of its folder", () => {
    const groups = new Set(builtInPresets().map(({ group }) => group));
    expect(files(FOLDER)).toHaveLength(groups.size);
    expect(
      builtInTemplates()
        .map(({ tag }) => tag)
        .toSorted(),
    ).toEqual(files(join(FOLDER, "templates")));
  });

  test("has the usual lengths", () => {
    const wanted = Object.entries(WINDOWS).flatMap(([name, lengths]) => lengths.map((n) => `${name}_${n}`));
    wanted.push(...["sma", "ema"].flatMap((name) => [100, 200].map((n) => `${name}_${n}_5min`)));
    wanted.push(...[3, 5, 10].map((n) => `range_${n}d`), "high_52w", "low_52w", "dollar_volume", "vwap");
    expect(wanted.filter((tag) => !tags.has(tag))).toEqual([]);
    const formula = (tag: string): string | undefined => builtInPresets().find((one) => one.tag === tag)?.formula;
    expect(formula("high_52w")).toBe("[daily max high -251 .. 0 adj]");
    expect(formula("ema_200_5min")).toContain("ema(200) close 5min");
  });

  test("has the seven built-in columns as they are", () => {
    for (const { name, code } of BUILT_IN_COLUMNS) {
      const preset = builtInPresets().find(({ tag }) => tag === name);
      const [a, b] = [parseCode(preset?.formula ?? "").tree, parseCode(code).tree];
      expect(a && b && sameTree(a, b), name).toBe(true);
    }
  });

  test("says what a formula is in one line, each display once", () => {
    const displays = builtInPresets().map(({ display }) => display.toLowerCase());
    expect(displays.filter((one, index) => displays.indexOf(one) !== index)).toEqual([]);
    expect(builtInPresets().filter(({ description }) => description.includes("\n"))).toEqual([]);
  });

  test("conditions are for filters and look nowhere ahead, outcomes do", () => {
    for (const { group, use, outcome, tag } of builtInPresets()) {
      if (group === "Conditions") expect([tag, use, outcome]).toEqual([tag, "filter", false]);
      expect([tag, outcome]).toEqual([tag, group === "Outcomes" || tag.startsWith("after_hours")]);
    }
  });
});

describe("reading presets", () => {
  test.each([
    [{}, "a: a list of presets belongs here."],
    [[5], "a[0]: a preset belongs here."],
    [[{ ...sound, display: " " }], "a[0].display: a text belongs here."],
    [[{ ...sound, colour: "red" }], "a[0].colour: no such key."],
    [[{ ...sound, tag: "Day Range" }], "a[0].tag: small letters, digits and _ only."],
    [[{ ...sound, formula: "[daily hihg]" }], "a[0].formula: daily has no data point hihg. Did you mean high?"],
    [
      [{ ...sound, formula: "[daily close -1] < [daily close]" }],
      "a[0].formula: Unadjusted values of several days are combined; the result counts the rows with a split in between.",
    ],
    [
      [{ ...sound, formula: "[daily close 1 adj] > [daily close adj]", known_at: "1 day later, close" }],
      "a[0].formula: The filter needs what is known only later",
    ],
    [[{ ...sound, known_at: "09:30" }], 'a[0].known_at: the formula is known at "close".'],
    [[{ ...sound, formula: "1 + 2" }], "a[0].known_at: the formula is known at null."],
    [[sound, { ...sound, formula: "[daily low]" }], "a[1].tag: day_range is used at a[0] already."],
  ])("%j: %s", (list, mistake) => {
    const { mistakes } = readPresets({ a: list });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(mistake);
  });

  test("keeps what is sound beside what is not", () => {
    const { presets, mistakes } = readPresets({ a: [sound], b: [null], c: [{ ...sound, tag: "again" }] });
    expect(presets.map(({ tag }) => tag)).toEqual(["day_range", "again"]);
    expect(mistakes).toHaveLength(1);
  });
});

describe("the templates", () => {
  test("are the setups people scan for, named once", () => {
    const names = builtInTemplates().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        "Gap and go",
        "Earnings gap",
        "Premarket high break",
        "Volume surge",
        "52-week breakout",
        "Inside day",
        "Range contraction",
        "RSI reversal",
        "Golden cross",
        "Failed breakout",
      ]),
    );
  });

  test.each(builtInTemplates())(
    "$name: filters are known before the trade, columns tell what came of it",
    (template) => {
      const { request, knownAt } = template;
      expect(knownAt).not.toBeNull();
      expect(knownAt && compareKnownAt(knownAt, { day: 0, minute: "close" })).toBeLessThanOrEqual(0);
      const columns = columnsByKey(request.columns);
      const after = request.columns.filter(({ tree }) => {
        const known = check(tree, { columns, use: "column" }).knownAt;
        return known !== null && knownAt !== null && compareKnownAt(known, knownAt) > 0;
      });
      expect(after.length).toBeGreaterThanOrEqual(3);
      expect(request.filters.every(({ label, code }) => label !== code)).toBe(true);
      // What it was worth: a trade that begins when the last filter is known, or later.
      const outcome = request.columns.find(({ name }) => name === request.outcome);
      if (outcome?.tree.kind !== "trade" || knownAt === null) throw new Error("no trade");
      const { entry, stop } = outcome.tree.trade;
      const begin = entry.at === "time" ? entry.minute : entry.at === "close" ? "close" : entry.start;
      expect(compareKnownAt(knownAt, { day: 0, minute: begin })).toBeLessThanOrEqual(0);
      expect(stop).not.toBeNull();
    },
  );

  test("say what of an account's own they name", () => {
    const named = builtInTemplates().flatMap(({ tag, own }) => (own.length > 0 ? [[tag, own]] : []));
    expect(named).toEqual([["my-watch-list", ["Watch"]]]);
  });

  test("one without description, filters or columns, or with a doubt, is told", () => {
    const [gap] = builtInTemplates();
    const { description: _, ...bare } = { description: "", ...gap?.source };
    const { templates, mistakes } = readTemplates({
      bare,
      empty: { ...gap?.source, filters: {}, columns: {}, outcome: undefined },
      doubtful: {
        ...gap?.source,
        filters: { Custom: [{ tag: "up", formula: "[daily close 1 adj] > [daily close adj]" }] },
      },
    });
    expect(templates).toEqual([]);
    expect(mistakes).toEqual([
      "bare: description: a text belongs here.",
      "empty: filters: a template has some.",
      "empty: columns: a template has some.",
      expect.stringContaining("doubtful: filters.Custom[0].formula: The filter needs what is known only later"),
    ]);
  });
});
