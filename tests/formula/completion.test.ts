import { describe, expect, test } from "vitest";
import {
  columnsByKey,
  completionContext,
  completionOptions,
  diagnose,
  parseAnswer,
  parseCode,
} from "../../src/formula/index.ts";
import type { CheckEnv } from "../../src/formula/index.ts";

const columns = columnsByKey([
  { name: "My gap", tree: parseCode("{gap} * 2").tree },
  { name: "Label", tree: parseCode("[identity name]").tree },
]);
const env = (use: CheckEnv["use"]): CheckEnv => ({ columns, use });

/** `|` is the cursor; `¦` stands for the operator. */
function at(marked: string): { text: string; position: number } {
  const position = marked.indexOf("|");
  return { text: marked.replace("|", "").replaceAll("¦", "|"), position };
}

const labels = (marked: string, use: CheckEnv["use"] = "column"): readonly string[] => {
  const { text, position } = at(marked);
  return completionOptions(completionContext(text, position), env(use)).map(({ label }) => label);
};

describe("the context", () => {
  test.each([
    ["|", "value", ""],
    ["cl|o", "value", "clo"],
    ["5 |", "operator", ""],
    ["5 > |", "value", ""],
    ["5 & |", "value", ""],
    ["5 ¦ |", "value", ""],
    ["abs(|", "value", ""],
    ["max(5, |)", "value", ""],
    ["( 5 )|", "operator", ""],
    ["[daily close]|", "operator", ""],
    ["[|", "group", ""],
    ["[|]", "group", ""],
    ["[dai|]", "group", "dai"],
    ["[daily |]", "point", ""],
    ["[daily cl|]", "point", "cl"],
    ["[daily close -|]", "none", ""],
    ["[daily |close]", "point", ""],
    ["[indicator ema(2|)]", "none", ""],
    ["{|", "column", ""],
    ["{ga|p}", "column", "gap"],
    ['[identity exchange] = "N|"', "text", '"N"'],
    ['[identity exchange] = "N| & 5', "text", '"N'],
    ["'10|", "none", ""],
    ["/* |", "none", ""],
    ["12|", "value", "12"],
    ["5 > 12|", "none", "12"],
    ["1|", "none", "1"],
    ["daily op|", "value", "daily op"],
    ["ema 20|", "value", "ema 20"],
    ["5 > ema 20 |", "value", "ema 20 "],
    ["not clo|", "value", "clo"],
    ["max(5, ema 20|)", "value", "ema 20"],
    ["[ema 20|]", "group", "ema 20"],
    ["[market c|]", "group", "market c"],
    ["[mine |", "mine", ""],
    ["[mine se|]", "mine", "se"],
    ["[mine sentiment -|]", "none", ""],
    ["[min|", "group", "min"],
    ['in_list("Wa|")', "text", '"Wa"'],
    ["bbands.up|", "value", "bbands.up"],
    ["5 x|", "none", "x"],
    ["[trade |", "trade", ""],
    ["[trade ret|]", "trade", "ret"],
    ["[trade return long |]", "trade", ""],
    ["[trade return long sto| until close]", "trade", "sto"],
    ["[trade return long stop 5|", "none", "5"],
    ["[trade return long at '09|:30' until close]", "none", ""],
    ["[trade return long stop [daily |] until close]", "point", ""],
    ["[trade return long stop ( [daily low -1] * {g|} ) until close]", "column", "g"],
    ["[trade return long stop ( [daily low -1] | ) until close]", "operator", ""],
    ["[trade return long stop [daily low -1] * | until close]", "value", ""],
    ["[trade return long at '09:30' until close]|", "operator", ""],
    ["[trade return long at '09:30' until close] > |", "value", ""],
  ])("%s: %s", (marked, kind, word) => {
    const { text, position } = at(marked);
    const context = completionContext(text, position);
    expect([context.kind, text.slice(context.from, context.to)]).toEqual([kind, word]);
  });
});

describe("what is the account's own", () => {
  const own = {
    lists: [{ name: 'Watch "1"', version: "1" }],
    numbers: [{ name: "sentiment", version: "2", unit: "plain", known: { day: 1, minute: 570 } }],
  } as const;
  const offered = (marked: string, notation: "code" | "words" = "code"): readonly string[] => {
    const { text, position } = at(marked);
    return completionOptions(completionContext(text, position, notation), { ...env("filter"), own }).flatMap(
      ({ kind, insert }) => (kind === "own" ? [insert] : []),
    );
  };

  test.each([
    ["in_list(|)", ['"Watch ""1"""']],
    ['in_list("|', ['"Watch ""1"""']],
    ["[mine |", ["sentiment]"]],
    ["[mine |] > 1", ["sentiment"]],
    ["[mine sentiment |", []],
    ["[|", ["mine sentiment]"]],
    ["[daily close] > |", ["[mine sentiment]"]],
    ["|", ['in_list("Watch ""1""")', "[mine sentiment]"]],
    ['[identity exchange] = "|"', []],
  ])("%s: %j", (marked, expected) => {
    expect(offered(marked)).toEqual(expected);
  });

  test("in words they are said as words say them", () => {
    expect(offered('in_list("|', "words")).toEqual(['"Watch ""1"""']);
    expect(offered("mine|", "words")).toEqual(['in_list("Watch ""1""")', 'mine("sentiment")']);
  });

  test("what is offered checks clean, and another name is a mistake with the right one", () => {
    const [code = ""] = offered("|");
    expect(diagnose(code, { ...env("filter"), own }).diagnostics).toEqual([]);
    const { diagnostics } = diagnose('in_list("Watch1")', { ...env("filter"), own });
    expect(diagnostics.map(({ code: of }) => of)).toEqual(["unknown-list"]);
  });
});

describe("parameters of the request", () => {
  const around = { ...env("filter"), parameters: new Map([["gap", 5]]) };
  test.each([
    ["[daily close] > $|", "code", ["$gap"]],
    ["[daily close] > $g|", "code", ["$gap"]],
    ["[daily close] > $ga| & true", "code", ["$gap"]],
    ["[daily close] > |", "code", ["$gap"]],
    ["[daily close] > $gap |", "code", []],
    ["close is above |", "words", ["$gap"]],
    // A condition on another parameter has what it needs.
    ["[daily max high -$gap .. 0] > |", "code", ["$gap"]],
  ] as const)("%s in %s: %j", (marked, notation, expected) => {
    const { text, position } = at(marked);
    const options = completionOptions(completionContext(text, position, notation), around);
    const found = options.flatMap(({ kind, insert }) => (kind === "parameter" ? [insert] : []));
    expect(found).toEqual(expected);
  });

  test("are known to POST /parse, which says that there is no such one otherwise", () => {
    const asked = { formula: "[daily close] > $GAP", is_filter: true };
    expect(parseAnswer({ ...asked, parameters: { gap: 5 } })).toMatchObject({ success: true, type: "boolean" });
    expect(parseAnswer(asked).diagnostics).toMatchObject([{ code: "unknown-parameter" }]);
  });
});

describe("the options", () => {
  test("go with the types and units around", () => {
    expect(labels("[daily close] > |")).toContain("daily open");
    expect(labels("[daily close] > |")).not.toContain("daily volume");
    expect(labels("[daily close] > |")).not.toContain("identity name");
    expect(labels("[identity name] = |")).toContain("Label");
    expect(labels("[identity name] = |")).not.toContain("My gap");
    expect(labels("[daily date] > |")).toEqual(["daily date", "trade exit_day"]);
    expect(labels("contains(|")).not.toContain("daily close");
  });

  test("columns of the request are for columns, built-in ones for both", () => {
    expect(labels("{|", "column")).toEqual(expect.arrayContaining(["My gap", "gap"]));
    expect(labels("{|", "filter")).not.toContain("My gap");
    expect(labels("{|", "filter")).toContain("gap");
  });

  test("parts of a data point depend on what is there", () => {
    expect(labels("[daily max |]")).toContain("high");
    expect(labels("[daily close |]")).toContain("adj");
    expect(labels("[daily close adj |]")).not.toContain("adj");
    expect(labels("[indicator |]")).toContain("bbands.upper");
    expect(labels("[indicator ema(20) |]")).toContain("close");
    expect(labels("[indicator ema(20) |]")).not.toContain("rsi");
    expect(labels("[identity exchange |]")).toEqual(["-1", 'of "SPY"']);
  });

  test("a trade says what is still missing of it", () => {
    expect(labels("[trade |")).toContain("reason");
    expect(labels("[trade return |")).toEqual(["long", "short"]);
    expect(labels("[trade return long |")).toEqual(expect.arrayContaining(["at '09:30'", "above [daily high -1 adj]"]));
    expect(labels("[trade return long at '09:30' |")).toEqual(expect.arrayContaining(["stop 5", "until close 5"]));
    expect(labels("[trade return long at '09:30' stop 5 | until close]")).not.toContain("stop 5");
    expect(labels("[trade return long at '09:30' until |")).toEqual(["'15:59'", "close", "close 5"]);
    expect(labels("[trade return long at '09:30' stop |")).toContain("1 atr(14)");
    expect(labels("[trade return long at '09:30' stop | until close]")).toContain("daily open");
    expect(labels("[trade return long at '09:30' stop | until close]")).not.toContain("daily close");
    expect(labels("[trade return long at '09:30' stop ( [daily low -1 adj] ) |")).toContain("until close");
    expect(labels("|")).toContain("trade return");
    expect(labels("|", "filter")).not.toContain("trade return");
    expect(labels("[trade return long at '09:30' |]", "filter")).toEqual([]);
  });

  test("operators go with the value before", () => {
    expect(labels("[daily close] |")).toEqual(expect.arrayContaining([">", "+"]));
    expect(labels("[daily close] |")).not.toContain("&");
    expect(labels("[daily close] > 5 |")).toContain("&");
    expect(labels("[daily close] > 5 |")).not.toContain(">");
    expect(labels("[identity name] |")).toEqual(["=", "!="]);
  });

  test("values of a field", () => {
    expect(labels('[identity exchange] = "|')).toContain("NYSE");
    expect(labels('in([identity country], "|")')).toContain("Germany");
    expect(labels('[identity name] = "|"')).toEqual([]);
  });

  test("functions mark their arguments as slots", () => {
    const option = completionOptions(completionContext("", 0), env("column")).find(({ label }) => label === "pow");
    expect(option?.slots.map(({ from, to }) => option.insert.slice(from, to))).toEqual(["[daily close]", "2"]);
  });

  /** What more typing mends. */
  const unfinished = new Set([
    "filter-not-boolean",
    "not-a-condition",
    "argument-count",
    "not-closed",
    "missing-value",
  ]);
  const PLACES = [
    "|",
    "[|",
    "[|]",
    "[daily |",
    "[daily cl|]",
    "[daily close |]",
    "[daily max |]",
    "[daily close | -1]",
    "[intraday |]",
    "[intraday close |]",
    "[indicator |]",
    "[indicator ema(20) |]",
    "[identity |]",
    "[fundamental news |]",
    "[ownership |] > 5",
    "[earnings |]",
    "[daily close] > |",
    "[daily close] + |",
    "[daily close] > 2 * |",
    "[daily close] > [daily o|",
    "[daily close] > [|] & {gap} > 5",
    "[daily date] > |",
    "[daily close] > 5 & |",
    "{gap} > 5 ¦ [|",
    "( [daily close] > 5 & cl| ) ¦ {gap} > 3",
    "{|",
    "{ga|} > 5",
    "abs(|",
    "contains(|",
    "max([daily close], |",
    "count([daily close] > |, -4 .. 0)",
    "if({gap} > 5, |, [daily close])",
    '[identity exchange] = "|',
    "[trade |",
    "[trade |]",
    "[trade return |]",
    "[trade return long |",
    "[trade return long |]",
    "[trade return long at |]",
    "[trade return long at '09:30' |]",
    "[trade return long at '09:30' stop | until close]",
    "[trade return long below | until close]",
    "[trade return long at '09:30' trail |]",
    "[trade return long at '09:30' stop 5 | until close 5]",
    "[trade return long at '09:30' until |]",
    "[trade return long at '09:30' stop ( [daily |] ) until close]",
  ];
  test.each(PLACES.flatMap((place) => (["filter", "column"] as const).map((use) => [use, place] as const)))(
    "in a %s, every option checks clean in %s",
    (use, marked) => {
      const { text, position } = at(marked);
      const context = completionContext(text, position);
      const options = completionOptions(context, env(use));
      if (!(use === "filter" && /earnings|trade/.test(text))) expect(options.length).toBeGreaterThan(0);
      for (const { insert } of options) {
        const inserted = text.slice(0, context.from) + insert + text.slice(context.to);
        const errors = diagnose(inserted, env(use)).diagnostics.filter(({ severity }) => severity === "error");
        expect(
          errors.filter(({ code }) => !unfinished.has(code)),
          inserted,
        ).toEqual([]);
      }
    },
  );
});
