import { describe, expect, it } from "vitest";
import {
  checkText,
  formatText,
  freshParameter,
  openRequest,
  parameterAt,
  parametersTyped,
  partedDays,
  readRequest,
  readText,
  renamedParameter,
  requestSent,
  settingsOf,
  typedParameter,
  valuesOf,
  withEdits,
} from "../../src/request/index.ts";
import { around } from "./requests.ts";

const TEXT = `request Gap
dates   2024-01-01 .. 2024-03-30
outcome {Return}
hold out last third
parameter $gap 5 .. 100 step 5 = 10
parameter $vol 0 .. 1M step 250000

filter {gap}: {gap} > $gap & [daily volume] > $VOL /* $gap */
column {Return}: [daily close 1 adj] * $gap
`;

const messages = (text: string): readonly string[] =>
  checkText(readText(text)).findings.map(({ code, message }) => `${code}: ${message}`);
/** The text after the first fix of its first finding. */
const fixed = (text: string): string => {
  const [fix] = checkText(readText(text)).findings.flatMap(({ fixes = [] }) => fixes);
  return withEdits(text, fix?.edits ?? []);
};

describe("the parameters of a request", () => {
  it("stand in its text and its JSON, and an ordinary run has the chosen values", () => {
    const { json, request, findings } = checkText(readText(TEXT));
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(json).toMatchObject({
      parameters: [
        { name: "gap", from: 5, to: 100, step: 5, value: 10 },
        { name: "vol", from: 0, to: 1_000_000, step: 250_000, value: 0 },
      ],
      hold_out: "last third",
    });
    expect(request).toMatchObject({
      start: "2024-01-01",
      end: "2024-02-29",
      held: { start: "2024-03-01", end: "2024-03-30" },
    });
    expect(request?.columns[0]?.tree).toMatchObject({ rest: [{ node: { value: 10, parameter: "gap" } }] });
    expect(request?.filters[0]?.code).toContain("{gap} > $gap & [daily volume] > $VOL");
    const { state } = openRequest(json);
    expect(requestSent(state)).toMatchObject({ parameters: json["parameters"], hold_out: "last third" });
    expect(formatText(TEXT)).toBe(TEXT);
  });

  it("is one of its values, exactly", () => {
    expect(valuesOf({ from: 0.1, to: 0.75, step: 0.1 })).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
    const range = { from: 0, to: 1, step: 1, value: 0 };
    expect(
      settingsOf([
        { name: "A", ...range },
        { name: "b", ...range },
      ]).map((one) => [...one.entries()]),
    ).toEqual([
      [
        ["a", 0],
        ["b", 0],
      ],
      [
        ["a", 0],
        ["b", 1],
      ],
      [
        ["a", 1],
        ["b", 0],
      ],
      [
        ["a", 1],
        ["b", 1],
      ],
    ]);
  });

  it.each([
    ["$gap 5 .. 10 step 0", "0"],
    ["$gap 10 .. 5", "5"],
    ["$gap 5 .. 10 step 2 = 8", "8"],
    ["$gap /* of the open */ 5 .. 10 step 2 = 8", "$gap /* of the open */ 5 .. 10 step 2 = 8"],
  ])("%s: only %j is wrong", (statement, marked) => {
    const text = `request R\ndates 2024-01-02 .. 2024-02-02\nparameter ${statement}\ncolumn {C}: 1\n`;
    const found = checkText(readText(text)).findings.find(({ code }) => code === "parameter-range");
    expect(text.slice(found?.from, found?.to)).toBe(marked);
  });

  it("with a wrong range is not unknown, too", () => {
    const text =
      "request R\ndates 2024-01-02 .. 2024-02-02\nparameter $gap 10 .. 5\nfilter {C} > $Gap\ncolumn {C}: 1\n";
    expect(checkText(readText(text)).findings.map(({ code }) => code)).toEqual(["parameter-range"]);
  });

  it("is part of the dates: of one day nothing is held out, and that is said", () => {
    const text = (end: string) => `request R\ndates 2024-01-02 .. ${end}\nhold out last third\ncolumn {C}: 1\n`;
    const [found] = checkText(readText(text("2024-01-03"))).findings;
    expect(found).toMatchObject({ code: "hold-out-days", severity: "warning" });
    expect(text("2024-01-03").slice(found?.from, found?.to)).toBe("hold out last third");
    expect(checkText(readText(text("2024-01-04"))).findings).toEqual([]);
  });

  it.each([
    // Before the day that is held out lie four sessions and a weekend.
    ["column {C}: [daily close 4 adj]\n", "{C} reads 4 sessions ahead"],
    ["column {C}: [trade return long at close until close 5]\n", "{C} reads 5 sessions ahead"],
    ["column {C}: 1\nfilter [daily close 5 adj] > [daily close adj]\n", "A filter reads 5 sessions ahead"],
    ["column {C}: {B}\ncolumn {B}: [daily close 4 adj]\n", "reads 4 sessions ahead"],
    ["column {C}: [daily close 3 adj]\n", null],
    ["column {C}: [trade return long at '09:30' until close]\n", null],
  ])("leaves no day where all before it read it: %s", (entries, said) => {
    const text = `request R\ndates 2024-01-02 .. 2024-01-08\nhold out last fifth\n${entries}`;
    const found = checkText(readText(text)).findings.filter(({ code }) => code.startsWith("hold-out"));
    if (said === null) expect(found).toEqual([]);
    else {
      expect(found).toMatchObject([{ code: "hold-out-ahead", severity: "warning" }]);
      expect(found[0]?.message).toContain(said);
      expect(text.slice(found[0]?.from, found[0]?.to)).toBe("hold out last fifth");
    }
  });

  it.each([
    ["parameter gap 5 .. 10\n", "parameter-says", null],
    ["parameter $gap 5 .. 10 step 0\n", "parameter-range", null],
    ["parameter $gap 10 .. 5\n", "parameter-range", null],
    [
      "parameter $g 5 .. 10 step 2 = 8\nfilter {gap} > $g\n",
      "parameter-range",
      "parameter $g 5 .. 10 step 2 = 9\nfilter {gap} > $g\n",
    ],
    ["parameter $gap 5 .. 10\n", "parameter-unused", ""],
    [
      "parameter $gap 5 .. 10\nparameter $Gap 5 .. 9\nfilter {gap} > $gap\n",
      "parameter-twice",
      "parameter $gap 5 .. 10\nfilter {gap} > $gap\n",
    ],
    [
      "parameter $gap 5 .. 10\nfilter {gap} > $gapp & {gap} > $gap\n",
      "unknown-parameter",
      "parameter $gap 5 .. 10\nfilter {gap} > $gap & {gap} > $gap\n",
    ],
    ["hold out the rest\n", "hold-out", null],
    [
      "parameter $a 1 .. 100\nparameter $b 1 .. 100\nfilter {gap} > $a + $b\n",
      "settings-many",
      "parameter $a 1 .. 100\nparameter $b 1 .. 100 step 16\nfilter {gap} > $a + $b\n",
    ],
    [
      "parameter $a 1 .. 2\nparameter $b 1 .. 2\nparameter $c 1 .. 2\nfilter {gap} > $a + $b + $c\n",
      "parameters-many",
      null,
    ],
  ])("%j: %s", (statements, code, mended) => {
    const head = "request R\ndates 2024-01-02 .. 2024-02-02\ncolumn {C}: 1\n";
    const found = checkText(readText(head + statements)).findings.filter((one) => one.code === code);
    expect(found.length, messages(head + statements).join("\n")).toBe(1);
    if (mended !== null) {
      const [fix] = found.flatMap(({ fixes = [] }) => fixes);
      expect(withEdits(head + statements, fix?.edits ?? []).replace(/ step 1\b/g, "")).toBe(head + mended);
    }
  });

  it("is renamed in one step, in its statement and wherever a formula names it", () => {
    const read = readText(TEXT);
    expect(parameterAt(read, TEXT.indexOf("$gap &") + 2)).toBe("gap");
    expect(parameterAt(read, TEXT.indexOf("/* $gap") + 4)).toBeNull();
    const renamed = renamedParameter(read, "GAP", "$open");
    expect("edits" in renamed && withEdits(TEXT, renamed.edits)).toBe(
      TEXT.replace("$gap 5", "$open 5").replace("$gap &", "$open &").replace("* $gap\n", "* $open\n"),
    );
    expect(renamedParameter(read, "gap", "vol")).toEqual({ refused: "There is another parameter $vol." });
  });

  it("is refused in JSON with its place", () => {
    const wrong = around({
      parameters: [
        { name: "9", from: 1, to: 2, step: 1 },
        { name: "a", from: 1, to: "x", step: 1 },
      ],
      hold_out: "all",
    });
    expect(readRequest(wrong).diagnostics.map(({ path, code }) => `${path} ${code}`)).toEqual([
      "parameters[0].name parameter-name",
      "parameters[1].to type",
      "hold_out hold-out",
    ]);
  });
});

describe("days that are held out", () => {
  it("are the last ones, by the calendar; too few days are not parted", () => {
    expect(partedDays({ start: "2024-01-01", end: "2024-01-31" }, "last half")).toEqual({
      open: { start: "2024-01-01", end: "2024-01-16" },
      held: { start: "2024-01-17", end: "2024-01-31" },
    });
    expect(partedDays({ start: "2024-01-01", end: "2024-01-01" }, "last third")).toBeNull();
  });

  it("are the last third where none is named", () => {
    expect(checkText(readText("hold out\n")).state.holdOut).toBe("last third");
    expect(fixed("parameter $gap 5 .. 10\n")).toBe("");
  });
});

describe("a parameter as it is typed in the builder", () => {
  const gap = { name: "gap", from: 5, to: 100, step: 5, value: 10 };
  const typed = (more: object) => parametersTyped([{ ...typedParameter(gap), ...more }]);
  it("is the same again, and takes its value along when its range moves", () => {
    expect(typed({})).toEqual({ parameters: [gap] });
    expect(typed({ name: "$Gap", from: "20" })).toEqual({ parameters: [{ ...gap, name: "Gap", from: 20, value: 20 }] });
    expect(typed({ value: "13" })).toEqual({ parameters: [{ ...gap, value: 15 }] });
    const large = { name: "vol", from: 0, to: 1_000_000, step: 250_000, value: 0 };
    expect(parametersTyped([typedParameter(large)])).toEqual({ parameters: [large] });
    expect(typed({ from: "-5", to: "0.1k", step: "5" })).toMatchObject({ parameters: [{ from: -5, to: 100 }] });
  });

  it.each([
    [{ name: "a b" }, "name", "A parameter's name is a letter, then letters and digits."],
    [{ from: "" }, "from", "A number belongs here"],
    [{ to: "x" }, "to", "A number belongs here"],
    [{ step: "0" }, "step", "A step is above 0."],
    [{ step: "0.001" }, "step", "A parameter has at most"],
    [{ to: "1" }, "to", "The last value is below the first one: write the smaller one first."],
  ])("with %j is none, and its %s is wrong", (more, part, mistake) => {
    expect(typed(more)).toMatchObject({ index: 0, part, mistake: expect.stringContaining(mistake) });
  });

  it("is named once", () => {
    const two = [gap, freshParameter([gap])].map(typedParameter);
    expect(parametersTyped(two)).toMatchObject({ parameters: [gap, { name: "x" }] });
    expect(parametersTyped([two[0], two[0]].flatMap((one) => one ?? []))).toMatchObject({
      index: 1,
      part: "name",
      mistake: "There is another parameter $gap.",
    });
  });
});
