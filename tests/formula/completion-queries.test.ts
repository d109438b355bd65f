import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsByKey, complete, diagnose, parseCode } from "../../src/formula/index.ts";
import type { CheckEnv, Completed, LibraryFormula, NotationName } from "../../src/formula/index.ts";
import { builtInPresets } from "../../src/request/index.ts";
import { CALLS, INDICATORS } from "../../src/vocabulary/index.ts";
import { cases, rounds } from "../cases.ts";
import { IN_CODE, IN_WORDS } from "./completion-queries.ts";

const saved = (tag: string, display: string, formula: string): LibraryFormula => ({
  kind: "saved",
  tag,
  display,
  description: "",
  formula,
});
const library: readonly LibraryFormula[] = [
  saved("my_setup", "Breakout of the week", "{gap} > 4 & [daily volume] > 1M"),
  saved("volley", "Volley", "[daily volume] * 2"),
  saved("broken", "Broken", "[daily nothing] +"),
  saved("no_such_column", "No such column", "{Nowhere} + 1"),
  ...builtInPresets().map((preset): LibraryFormula => ({ ...preset, kind: "preset" })),
];
const columns = columnsByKey([
  { name: "My gap", tree: parseCode("{gap} * 2").tree },
  { name: "Label", tree: parseCode("[identity name]").tree },
]);

interface Asked {
  readonly notation?: NotationName;
  readonly use?: CheckEnv["use"];
  readonly uses?: Readonly<Record<string, number>>;
}

/** `|` is the caret; `¦` stands for the operator. */
const at = (marked: string) => ({
  text: marked.replace("|", "").replaceAll("¦", "|"),
  position: marked.indexOf("|"),
});
function asked(marked: string, { notation = "code", use = "filter", uses = {} }: Asked = {}): Completed | null {
  const { text, position } = at(marked);
  return complete(text, position, { env: { columns, use }, notation, library, uses: new Map(Object.entries(uses)) });
}
/** The whole formula with the best answer in it, the caret behind it as `|` or its examples in ‹›. */
function taken(marked: string, options: Asked = {}): string | null {
  const { text } = at(marked);
  const found = asked(marked, options);
  const [option] = found?.options ?? [];
  if (!found || option === undefined) return null;
  const { insert, slots, skip } = option;
  const rest = text.slice(found.to);
  let shown = "";
  let to = 0;
  for (const slot of slots) {
    shown += `${insert.slice(to, slot.from)}‹${insert.slice(slot.from, slot.to)}›`;
    ({ to } = slot);
  }
  const behind = slots.length === 0 ? `${rest.slice(0, skip)}|${rest.slice(skip)}` : rest;
  return text.slice(0, found.from) + shown + insert.slice(to) + behind;
}
const labels = (marked: string, options: Asked = {}): readonly string[] =>
  asked(marked, options)?.options.map(({ label }) => label) ?? [];

describe("what is typed puts first", () => {
  test.each(IN_CODE.map(([query, first, use = "filter"]) => [query, first, use] as const))(
    "in code, %s: %s",
    (query, first, use) => {
      expect(taken(query, { use })).toBe(first);
    },
  );
  test.each(IN_WORDS.map(([query, first, use = "filter"]) => [query, first, use] as const))(
    "in words, %s: %s",
    (query, first, use) => {
      expect(taken(query, { notation: "words", use })).toBe(first);
    },
  );

  test("no name of another field or function comes before a field that is named whole", () => {
    for (const notation of ["code", "words"] as const)
      for (const name of ["open", "high", "low", "close", "volume", "vwap", "sector", "industry", "float"])
        expect(asked(`${name}|`, { notation })?.options[0]?.key, name).toMatch(
          new RegExp(`^data point (daily|fundamental|ownership) ${name}$`),
        );
  });

  test("a guess is made only where nothing else answers", () => {
    expect(labels("open|")).not.toContain("ownership owner_13f_percent");
    expect(labels("vloume|")).toEqual(["daily volume", "intraday volume"]);
    expect(labels("mcap|")).toEqual(["fundamental market_cap"]);
  });
});

describe("operators stand in order of use", () => {
  const PLACES: readonly (readonly [place: string, signs: string, use?: CheckEnv["use"]])[] = [
    ["[daily close] |", "> < >= <= * / - + = !="],
    ["[daily close]|", "> < >= <= * / - + = !="],
    ["[daily close] |", "/ * - + > < >= <= = !=", "column"],
    ["( [daily close] + 5 ) |", "> < >= <= * / - + = !="],
    ["[daily close] > [daily open] |", "& ¦ * / - +"],
    ["{gap} > 4 & [daily close] |", "> < >= <= * / - + = !="],
    ["{gap} > 4 & [daily close] > 5 |", "& ¦ * / - +"],
    ["[fundamental news] |", "& ¦"],
    ["[identity exchange] |", "= !="],
    ['[identity exchange] = "NYSE" |', "& ¦"],
    ["[daily date] |", "= >= <= > < != - +"],
    // Where no condition may stand, nothing is compared.
    ["abs([daily close] |", "* / - +"],
    ["max([daily close] |, 5)", "* / - +"],
    ["max(abs([daily close]) |", "* / - +"],
    ["abs([daily close]) |", "> < >= <= * / - + = !="],
    ["[daily close] | > 5", "* / - +"],
    ["count([daily close] |, -4 .. 0)", "> < >= <= * / - + = !="],
    ["count([daily close] > 5 |, -4 .. 0)", "& ¦ * / - +"],
    ["if([daily close] |", "> < >= <= * / - + = !="],
  ];
  test.each(PLACES.map(([place, signs, use = "filter"]) => [place, signs, use] as const))(
    "%s: %s",
    (place, signs, use) => {
      expect(labels(place, { use }).join(" ")).toBe(signs.replaceAll("¦", "|"));
    },
  );

  test.each([
    ["close |", "is above, is below, is at least, is at most, times, divided by, minus, plus, is between"],
    ["exchange |", "is, is not, is one of"],
    ["close is between 5 and 10 |", "and, or"],
    ["EMA(20) of close crosses above open |", "and, or"],
    ["max(close |", "times, divided by, minus, plus"],
    ["max(close, open) is between 5 and 10 |", "and, or"],
    ['exchange is one of ("NYSE" |', ""],
    ['exchange is one of ("NYSE") |', "and, or"],
  ])("in words, %s: %s", (place, signs) => {
    const found = asked(place, { notation: "words" })?.options.filter(({ kind }) => kind === "operator") ?? [];
    const known = signs.split(", ").length;
    expect(
      found
        .slice(0, known)
        .map(({ label }) => label)
        .join(", "),
    ).toBe(signs);
  });

  test("in words they come before days and windows", () => {
    expect(labels("close |", { notation: "words" }).slice(0, 2)).toEqual(["is above", "is below"]);
    expect(labels("close |", { notation: "words" })).toContain("1 day ago");
  });
});

describe("the user's own use", () => {
  test("decides between equally good answers, and in a list of everything", () => {
    const uses = { "indicator vosc": 3, "preset gap_usd": 1, "function pow": 9 };
    expect(labels("vo|", { uses })[0]).toBe("vosc");
    expect(labels("gap|", { uses }).slice(0, 3)).toEqual(["gap", "gap", "gap_usd"]);
    const all = labels("|", { uses });
    expect(all.indexOf("pow")).toBeLessThan(all.indexOf("vosc"));
    expect(all.indexOf("vosc")).toBeLessThan(all.indexOf("daily open"));
  });

  test("never puts another name before the one that is typed", () => {
    expect(labels("open|", { uses: { "preset open_vs_pm_high": 99 } })[0]).toBe("daily open");
    expect(labels("ema 20|", { uses: { "preset ema_20": 99 } })[0]).toBe("ema(20) close");
  });

  test("counts in both notations and inside the brackets under one name", () => {
    const uses = { "data point ownership float": 1, "indicator hma": 1 };
    for (const [query, notation] of [
      ["|", "code"],
      ["[|]", "code"],
      ["|", "words"],
    ] as const)
      expect(
        new Set(
          asked(query, { notation, uses })
            ?.options.filter(({ kind }) => kind !== "saved")
            .slice(0, 2)
            .map(({ key }) => key),
        ),
        `${notation} ${query}`,
      ).toEqual(new Set(Object.keys(uses)));
  });
});

describe("what is put in", () => {
  test("has its examples as slots: every function, every indicator with something to choose", () => {
    for (const notation of ["code", "words"] as const) {
      for (const { kind, key, label, slots } of asked("|", { notation, use: "column" })?.options ?? []) {
        const entry = INDICATORS.find(
          ({ name }) => key === `indicator ${name}` || key.startsWith(`indicator ${name}.`),
        );
        const chooses = (entry?.parameters.length ?? 0) > 0 || (entry?.source ?? null) !== null;
        const called = kind === "function" && (CALLS.find(({ name }) => name === label)?.arguments.length ?? 1) > 0;
        if (called || (kind === "indicator" && chooses))
          expect(slots.length, `${notation} ${label}`).toBeGreaterThan(0);
        expect(slots.every(({ from, to }, index) => from < to && (slots[index - 1]?.to ?? 0) <= from)).toBe(true);
      }
    }
  });

  /** Each query as one of them in turn, in the soak as both. */
  const USES = ["filter", "column"] as const;
  /** What more typing mends. */
  const unfinished = new Set([
    "filter-not-boolean",
    "not-a-condition",
    "argument-count",
    "not-closed",
    "missing-value",
  ]);
  function mistakes(marked: string, notation: NotationName, use: CheckEnv["use"]): readonly string[] {
    const { text } = at(marked);
    const found = asked(marked, { notation, use });
    return (found?.options ?? []).flatMap(({ insert }) => {
      const whole = text.slice(0, found?.from) + insert + text.slice(found?.to);
      const errors = diagnose(whole, { columns, use }, notation).diagnostics.filter(
        ({ severity, code }) => severity === "error" && !unfinished.has(code),
      );
      return errors.map(({ code }) => `${marked}: ${whole}: ${code}`);
    });
  }

  test("checks clean, whatever is chosen for whatever is typed", () => {
    for (const [rows, notation] of [
      [IN_CODE, "code"],
      [IN_WORDS, "words"],
    ] as const)
      for (const [place, [query]] of rows.entries())
        for (const use of USES.filter((_, one) => (place + one) % rounds(2, 1) === 0))
          expect(mistakes(query, notation, use)).toEqual([]);
  });

  test("checks clean behind any beginning and before any end", () => {
    const word = fc.constantFrom(
      "open",
      "vol",
      "ema 20",
      "rsi14",
      "premarket",
      "tech",
      "52",
      "average",
      "moving av",
      "high 52",
      "gap",
      "x y",
      "",
    );
    const code = fc.record({
      notation: fc.constant("code" as const),
      before: fc.constantFrom(
        "",
        "[daily close] > ",
        "{gap} > 5 & ",
        "abs(",
        "max([daily open], ",
        "!",
        "( ",
        "[fundamental sector] = ",
        '[identity exchange] = "',
        "[",
        "[daily ",
        "in([fundamental sector], ",
        "2 * ",
        "if({gap} > 5, ",
      ),
      after: fc.constantFrom("", " > 5", " & {gap} > 5", ")", " )", "]", '"'),
    });
    const words = fc.record({
      notation: fc.constant("words" as const),
      before: fc.constantFrom(
        "",
        "close is above ",
        "{gap} is above 5 and ",
        "abs(",
        "not ",
        "( ",
        "sector is ",
        'exchange is "',
        "adjusted ",
        "highest ",
        "2 times ",
        "close ",
      ),
      after: fc.constantFrom("", " is above 5", " and {gap} is above 5", ")", " )", '"'),
    });
    fc.assert(
      fc.property(fc.oneof(code, words), word, fc.constantFrom("filter", "column"), (place, typed, use) => {
        const { notation, before, after } = place;
        // A sign that closes something closes what was opened.
        const opening = { ")": "(", "]": "[", '"': '"' }[after.trim()];
        if (
          opening !== undefined &&
          !/["[(]/.exec(before.replaceAll(/\[[^\]]*\]|\{[^}]*\}|"[^"]*"/g, ""))?.[0].includes(opening)
        )
          return;
        const whole = before + typed + after;
        const [was] = [diagnose(whole, { columns, use }, notation)];
        // A place that is wrong for another reason is not mended by what is put in.
        if (was.diagnostics.some(({ from }) => from > before.length + typed.length)) return;
        expect(mistakes(`${before}${typed}|${after}`, notation, use)).toEqual([]);
      }),
      { numRuns: cases(30) },
    );
  });

  test("goes on in the place of the list that is open, and nowhere else", () => {
    const later = (marked: string, notation: NotationName, kind: Completed["kind"], from: number) => {
      const { text, position } = at(marked);
      const around = { env: { columns, use: "filter" }, notation, library, uses: new Map<string, number>() } as const;
      return complete(text, position, around, { kind, from });
    };
    expect(later("clo|", "code", "value", 0)).toEqual(asked("clo|"));
    expect(later("daily op|", "code", "value", 0)).toEqual(asked("daily op|"));
    expect(later("ema 20|", "words", "phrase", 0)).toEqual(asked("ema 20|", { notation: "words" }));
    expect(later("[daily close]|", "code", "point", 7)).toBeNull();
    expect(later("[daily close] > |", "code", "value", 0)).toBeNull();
    expect(later("close |", "words", "phrase", 0)).toBeNull();
  });

  test("is the same whatever was asked before", () => {
    for (const [query] of IN_CODE.filter((_, place) => place % rounds(4, 1) === 0).toReversed()) {
      const { text, position } = at(query);
      const fresh = complete(text, position, {
        env: { columns: new Map(columns), use: "filter" },
        notation: "code",
        library: [...library],
        uses: new Map(),
      });
      expect(asked(query)?.options.map(({ insert }) => insert) ?? null).toEqual(
        fresh?.options.map(({ insert }) => insert) ?? null,
      );
    }
  });
});
