import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import {
  DATA_FIELDS,
  DATA_POINT_TYPES,
  FIELDS,
  SCREEN_TEXTS,
  screenText,
  TOOLTIPS,
} from "../../src/vocabulary/index.ts";
import { describeOnFixedTexts, FIXED_TEXTS } from "../market/shared-data.ts";

/** Texts whose rule is fixed and whose wording is ours. */
const OURS: ReadonlySet<string> = new Set(["text-hint", "tag-placeholder", "news-slow", "confirm-delete-columns"]);

describeOnFixedTexts("texts of the screens", () => {
  test("are the fixed ones, to the letter", () => {
    const fixed = readFileSync(FIXED_TEXTS, "utf8").replaceAll(/\{\w+\}/g, "{}");
    const texts = Object.entries(SCREEN_TEXTS).filter(([name]) => !OURS.has(name));
    const missing = texts.filter(
      ([, text]) => !fixed.includes(text.replaceAll(/\{\w+\}/g, "{}").replace(/ \{\}$/, "")),
    );
    expect(missing).toEqual([]);
    for (const name of ["E-mail notification", "Overwrite", "Daily Updates"] as const)
      expect(fixed).toContain(`'${TOOLTIPS[name]}'`);
  });
});

describe("texts of the screens", () => {
  test("explain the options of the cards", () => {
    for (const name of ["Adjusted", "Day", "Start time", "End time", "Function", "Days", "Offset", "Tag", "Advanced"])
      expect(TOOLTIPS).toHaveProperty([name]);
  });

  test("take their parameters", () => {
    expect(screenText("entry-unfilled", { card: "daily" })).toBe("Fill in all fields to add a daily");
    expect(screenText("entry-unfilled", { card: "identity" })).toBe("Fill in all fields to add an identity");
    expect(screenText("added-none", { other: "x" })).toBe("No added {title}");
  });
});

describe("the formula help panel", () => {
  test("has every type of data and every field of the language", () => {
    const named = new Set([...DATA_FIELDS, ...DATA_POINT_TYPES].map(({ name }) => name.toLowerCase()));
    expect(FIELDS.flatMap(({ name, group }) => [name, group]).filter((name) => !named.has(name))).toEqual([]);
    expect(DATA_FIELDS).toHaveLength(41);
  });

  test.each([...DATA_POINT_TYPES, ...DATA_FIELDS])("the example of $name is clean", ({ example }) => {
    const { tree, diagnostics } = diagnose(example, { columns: new Map(), use: "column", currentOnly: new Set() });
    expect(tree).not.toBeNull();
    expect(diagnostics).toEqual([]);
  });
});
