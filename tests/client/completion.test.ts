import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { source } from "../../src/client/editor/completion.ts";
import { place, setPlace } from "../../src/client/editor/place.ts";
import type { Part } from "../../src/client/state/page/checks.ts";
import { parseCode } from "../../src/formula/index.ts";
import type { NotationName } from "../../src/formula/index.ts";

/** What is offered where the `|` stands. */
function offered(
  marked: string,
  {
    explicit = false,
    part = "columns",
    notation = "code",
  }: { explicit?: boolean; part?: Part; notation?: NotationName } = {},
) {
  const pos = marked.indexOf("|");
  const columns = [{ name: "Gap", tree: parseCode("[daily close] - [daily open]").tree }];
  const state = EditorState.create({ doc: marked.replace("|", ""), extensions: place() });
  const placed = state.update({ effects: setPlace.of({ part, notation, columns }) }).state;
  return source(new CompletionContext(placed, pos, explicit));
}

const labels = (marked: string, options?: Parameters<typeof offered>[1]): readonly string[] =>
  offered(marked, options)?.options.map(({ label }) => label) ?? [];

describe("suggestions", () => {
  test.each([
    ["[daily cl|", "close"],
    ["[daily cl|]", "close"],
    ["|", "daily open"],
    ["ab|", "abs"],
    ["rs|", "rsi"],
    ["{|}", "Gap"],
    ['[identity exchange] = "N|"', "NYSE"],
  ])("%j offers %s", (marked, label) => {
    expect(labels(marked)).toContain(label);
  });

  test.each([
    ["clo|", "close"],
    ["close is above |", "close"],
    ["highest |", "high"],
    ["close |", "1 day ago"],
    ["{|}", "Gap"],
    ['exchange is "N|"', "NYSE"],
  ])("in words, %j offers %s", (marked, label) => {
    expect(labels(marked, { notation: "words", explicit: true })).toContain(label);
  });

  test("a filter is not offered the columns of the request", () => {
    expect(labels("{|}", { part: "filters" })).not.toContain("Gap");
    expect(labels("{|}", { part: "filters" })).toContain("chg_close");
  });

  test("operators come only when they are asked for", () => {
    expect(offered("[daily close] |")).toBeNull();
    expect(labels("[daily close] |", { explicit: true })).toContain(">");
  });

  test("nothing is offered in a comment or a number", () => {
    expect(offered("/* cl|", { explicit: true })).toBeNull();
    expect(offered("12|", { explicit: true })).toBeNull();
  });

  /** The list after more was typed while it was open; null where another one must be asked for. */
  function typed(marked: string, more: string, notation: NotationName = "code") {
    const pos = marked.indexOf("|");
    const state = EditorState.create({
      doc: marked.replace("|", ""),
      extensions: place({ part: "filters", notation, columns: [] }),
    });
    const open = source(new CompletionContext(state, pos, false));
    const next = state.update({ changes: { from: pos, insert: more } }).state;
    const to = pos + more.length;
    return open?.update?.(open, open.from, to, new CompletionContext(next, to, false)) ?? null;
  }

  test("the list goes on narrowing while a name is typed, and not beyond it", () => {
    expect(typed("[daily cl|", "ose")?.options.map(({ label }) => label)).toEqual(["close"]);
    expect(typed("mark|", "et c")?.options.map(({ label }) => label)).toContain("fundamental market_cap");
    expect(typed("[daily cl|", "ose]")).toBeNull();
    expect(typed("clo|", " > ")).toBeNull();
  });

  test("the heading with the best answer stands first, and what was typed is marked", () => {
    const { options = [], filter, getMatch } = offered("pow|") ?? {};
    expect([filter, options[0]?.label]).toEqual([false, "pow"]);
    expect(options[0] && getMatch?.(options[0])).toEqual([0, 3]);
    const ranks = options.map(({ section }) => (typeof section === "object" ? section.rank : null));
    expect(ranks[0]).toBe(0);
  });
});
