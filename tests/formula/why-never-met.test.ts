import { describe, expect, it } from "vitest";
import { columnsByKey, parseCode, whyNeverMet } from "../../src/formula/index.ts";

const why = (code: string): string | null => {
  const { tree } = parseCode(code);
  const column = (name: string, formula: string) => ({ name, tree: parseCode(formula).tree });
  const columns = columnsByKey([
    column("Ratio", "[daily open adj] / [daily close -1 adj]"),
    column("Relative volume", "[daily volume adj] / [daily avg volume -20 .. -1 adj]"),
    column("Percent", "( [daily open adj] / [daily close -1 adj] - 1 ) * 100"),
  ]);
  return tree === null ? "does not parse" : whyNeverMet(tree, { columns, use: "column" });
};

describe("why a condition is met on no row", () => {
  it.each([
    ["[daily open adj] / [daily close -1 adj] > 4", "A ratio of prices above 4 is 400 %, a rise of 300 %."],
    ["{Ratio} > 4", /400 %/],
    ["{Relative volume} > 400", "A ratio is compared with 400: that is 40000 %, since a ratio of 1 is 100 %."],
    ["400 < {Relative volume} & [daily close] > 5", /40000 %/],
    ["{Percent} > 0.5", "A percent is compared with 0.5: that is 0.5 %, not 50 %."],
    ["{Percent} < -0.5", "A percent is compared with -0.5: that is -0.5 %, not -50 %."],
    ["{Ratio} > {Percent}", /100 times apart/],
  ])("%s", (code, said) => {
    expect(why(code)).toEqual(typeof said === "string" ? said : expect.stringMatching(said));
  });

  it.each(["[daily close] > 100000", "{Percent} > 60", "{Ratio} > 1.05", '[fundamental sector] = "none"', "5 > 3"])(
    "%s says nothing of it",
    (code) => {
      expect(why(code)).toBeNull();
    },
  );
});
