import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { begin, builder, change, NEW_REQUEST, provideText, redo, undo } from "../../src/client/state/slices/builder.ts";
import { parseCode, settled } from "../../src/formula/index.ts";
import {
  cardState,
  draftsWithParameter,
  enterFormula,
  formulaText,
  parametersTyped,
  readText,
  renameParameter,
  requestSent,
  stateOfText,
  textFollowing,
  typedParameter,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";
import { cases } from "../cases.ts";

const TEXT = `request Gap
dates   2024-01-01 .. 2024-03-30
outcome {Return}
parameter $gap 5 .. 100 step 5 = 10 /* the gap */
parameter $Vol 0 .. 1M step 250000

/* $gap is of the open. */
filter {gap}: {gap} > $gap & [daily volume]   >   -$VOL /* $gap */
off filter "$gap": [daily close] > $GAP
column {$gap}: 5
column {Return}: [trade return long at '09:30' stop ( [daily close -1 adj] * $gap ) until close]
column {Both}: if({Return} > $gap, {$gap}, $gap2 + $gap)
`;

const WORDS = "filter {gap}: {gap} is above $gap and volume is above -$vol\n";

const stateOf = (text: string): RequestState => stateOfText(readText(text), { kind: "request", mode: "create" }).state;
const codes = (state: RequestState): string => JSON.stringify(requestSent(state));

describe("a parameter that is renamed", () => {
  it("has the new name in its row and in every formula, on cards and in forms, and nothing else is touched", () => {
    const renamed = renameParameter({ ...stateOf(TEXT), text: null }, "GAP", "open");
    const { parameters, filters, columns } = requestSent(renamed ?? stateOf(""));
    expect(parameters).toMatchObject([{ name: "open", value: 10 }, { name: "Vol" }]);
    const said = JSON.stringify([filters, columns]);
    expect(said).toContain("{gap} > $open");
    expect(said).toContain("[daily close -1 adj] * $open");
    expect(said).toContain("if({Return} > $open, {$gap}, $gap2 + $open)");
    expect(said.replaceAll(/\/\*.*?\*\//g, "")).not.toMatch(/\$gap(?![2}"])/i);
  });

  it("in words, and in a formula that is only half written", () => {
    const words = stateOf(
      TEXT.replace("request Gap", "request Gap\nnotation words").replace(/filter {gap}[^]*/, WORDS),
    );
    const renamed = renameParameter({ ...words, text: null }, "Vol", "least") ?? words;
    expect(codes(renamed)).toContain("{gap} is above $gap and volume is above -$least");
    const begun = enterFormula(stateOf(TEXT), "filters", "{gap} > $gap & $gapp + ( $GAP");
    const { form } = cardState(renameParameter(begun, "gap", "open") ?? begun, "filters", "Custom");
    expect(form.kind === "custom" && formulaText(form)).toBe("{gap} > $open & $gapp + ( $open");
  });

  it("takes no name that another has, none that is none, and must be there", () => {
    const state = stateOf(TEXT);
    for (const to of ["vol", "9", "", "a b"]) expect(renameParameter(state, "gap", to)).toBeNull();
    expect(renameParameter(state, "nobody", "open")).toBeNull();
    expect(renameParameter(state, "gap", "Gap")?.parameters[0]?.name).toBe("Gap");
    // As the fields say it.
    const rows = state.parameters.map(typedParameter);
    expect(
      parametersTyped([{ ...typedParameter(state.parameters[0] ?? never()), name: "vol" }, ...rows.slice(1)]),
    ).toEqual({ index: 1, part: "name", mistake: "There is another parameter $Vol." });
  });

  it("means what it meant, there and back", () => {
    const names = fc.stringMatching(/^[a-z_][a-z0-9_]{0,6}$/).filter((name) => name !== "vol" && name !== "gap2");
    const pieces = fc.constantFrom(
      "$gap",
      "-$GAP",
      "$Vol",
      "{$gap}",
      "[daily close]",
      "abs($gap)",
      "( $gap + 1 )",
      "3",
    );
    const formulas = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((some) => some.join(" * "));
    fc.assert(
      fc.property(names, formulas, (to, formula) => {
        const state = stateOf(
          `parameter $gap 1 .. 9 = 7\nparameter $vol 1 .. 3\ncolumn {$gap}: 5\ncolumn {C}: ${formula}\n`,
        );
        const renamed = renameParameter({ ...state, text: null }, "gap", to);
        if (renamed === null) throw new Error("a free name");
        const meaning = (of: RequestState, name: string): string => {
          const item = cardState(of, "columns", "Custom").addedOptions.at(-1)?.addedItem;
          const tree = item?.kind === "custom" ? parseCode(item.formula.inputFormula).tree : null;
          if (tree === null) throw new Error(formula);
          const values = new Map([
            [name, 7],
            ["vol", 1],
          ]);
          return JSON.stringify(settled(tree, values), (key, value: unknown) =>
            ["parameter", "from", "to"].includes(key) ? undefined : value,
          );
        };
        expect(meaning(renamed, to)).toBe(meaning(state, "gap"));
        const back = renameParameter(renamed, to, "gap") ?? renamed;
        expect(codes(back).toLowerCase()).toBe(codes({ ...state, text: null }).toLowerCase());
      }),
      { numRuns: cases(50) },
    );
  });

  describe("is one step", () => {
    beforeEach(() => {
      provideText(textFollowing);
      begin(stateOf(TEXT), NEW_REQUEST);
    });
    afterEach(() => provideText((state) => state));

    it("of the text too, where its comments stay and what is switched off follows; undo takes all of it back", () => {
      change("", (now) => enterFormula(now, "filters", "5 > $gap"));
      change("the parameters", (now) => renameParameter(now, "gap", "open") ?? now, {
        rename: { from: "gap", to: "open", parameter: draftsWithParameter },
      });
      const renamed = TEXT.replace("parameter $gap", "parameter $open")
        .replace("{gap} > $gap", "{gap} > $open")
        .replace("> $GAP", "> $open")
        .replace("* $gap )", "* $open )")
        .replace("> $gap, {$gap}, $gap2 + $gap", "> $open, {$gap}, $gap2 + $open");
      const draft = (): string => {
        const { form } = cardState(builder.state, "filters", "Custom");
        return form.kind === "custom" ? formulaText(form) : "";
      };
      expect([builder.state.text, draft()]).toEqual([renamed, "5 > $open"]);
      undo();
      expect([builder.state.text, draft(), builder.undo]).toEqual([TEXT, "5 > $gap", null]);
      redo();
      expect([builder.state.text, draft()]).toEqual([renamed, "5 > $open"]);
    });
  });
});

function never(): never {
  throw new Error("there is no parameter");
}
