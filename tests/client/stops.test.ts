import { history, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import type { StateCommand, TransactionSpec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { EditorView } from "@codemirror/view";
import { describe, expect, test } from "vitest";
import { insertTemplate, stops } from "../../src/client/editor/stops.ts";
import { asViewOf } from "./state-view.ts";

/** An editor without a page: a text, its caret, and the keys of the stops. */
class Typist {
  readonly view: EditorView;
  constructor(text = "") {
    this.view = asViewOf(
      EditorState.create({
        doc: text,
        selection: { anchor: text.length },
        extensions: [history({ newGroupDelay: 0 }), stops],
      }),
    );
  }
  take(insert: string, slots: readonly string[], skip = 0): this {
    const { from, to } = this.view.state.selection.main;
    let at = 0;
    const found = slots.map((slot) => {
      const start = insert.indexOf(slot, at);
      at = start + slot.length;
      return { from: start, to: at };
    });
    insertTemplate(this.view, { insert, slots: found, skip }, from, to);
    return this;
  }
  type(text: string): this {
    this.view.dispatch(this.view.state.replaceSelection(text), { userEvent: "input.type" } as TransactionSpec);
    return this;
  }
  /** Whether the key was the editor's; otherwise the page takes it, and the focus leaves. */
  press(key: "Tab" | "Shift-Tab" | "Escape"): boolean {
    const bindings = this.view.state.facet(keymap).flat();
    const name = key.replace("Shift-", "");
    return bindings.some((one) => one.key === name && (key === name ? one.run : one.shift)?.(this.view) === true);
  }
  undo(): this {
    const { view } = this;
    const command: StateCommand = undo;
    command({ state: view.state, dispatch: (transaction) => view.dispatch(transaction) });
    return this;
  }
  /** The text with what is selected in ‹›, or the caret as |. */
  get seen(): string {
    const { state } = this.view;
    const { from, to } = state.selection.main;
    const [before, within, after] = [state.sliceDoc(0, from), state.sliceDoc(from, to), state.sliceDoc(to)];
    return from === to ? `${before}|${after}` : `${before}‹${within}›${after}`;
  }
}

describe("Tab in what was put in", () => {
  test("goes from example to example, at last behind the closing sign, and only then to the page", () => {
    const typist = new Typist().take("[indicator ema(20) close]", ["20", "close"]);
    expect(typist.seen).toBe("[indicator ema(‹20›) close]");
    expect([typist.type("50").press("Tab"), typist.seen]).toEqual([true, "[indicator ema(50) ‹close›]"]);
    expect([typist.press("Tab"), typist.seen]).toEqual([true, "[indicator ema(50) close]|"]);
    expect(typist.press("Tab")).toBe(false);
    expect(typist.type(" > 5").seen).toBe("[indicator ema(50) close] > 5|");
  });

  test("is never the page's before the first example; Escape gives it back", () => {
    const typist = new Typist().take("abs([daily close])", ["[daily close]"]);
    expect([typist.press("Shift-Tab"), typist.seen]).toEqual([true, "abs(‹[daily close]›)"]);
    expect([typist.press("Escape"), typist.press("Shift-Tab"), typist.press("Tab")]).toEqual([true, false, false]);
  });

  test("selects nothing of what was typed where the last example ends the formula", () => {
    const typist = new Typist().take("EMA(20) of close", ["20", "close"]);
    typist.press("Tab");
    for (const letter of "low") typist.type(letter);
    expect([typist.press("Tab"), typist.seen]).toEqual([true, "EMA(20) of low|"]);
  });

  test("goes on after an example was undone, and ends with the whole of it", () => {
    const typist = new Typist("a").take("pow(x, 2)", ["x", "2"]).type("y");
    expect(typist.undo().press("Tab")).toBe(true);
    expect(typist.seen).toBe("apow(x, ‹2›)");
    expect([typist.undo().seen, typist.press("Tab")]).toEqual(["a|", false]);
  });

  test("ends behind a bracket that stood there", () => {
    const typist = new Typist("[]");
    typist.view.dispatch({ selection: { anchor: 1 } });
    expect(typist.take("daily close", [], 1).seen).toBe("[daily close]|");
  });

  test("visits what was put into an example, then the rest", () => {
    const typist = new Typist().take("max(p, q)", ["p", "q"]).take("abs(r)", ["r"]);
    expect(typist.seen).toBe("max(abs(‹r›), q)");
    typist.press("Tab");
    expect(typist.seen).toBe("max(abs(r)|, q)");
    typist.press("Tab");
    expect(typist.seen).toBe("max(abs(r), ‹q›)");
  });
});
