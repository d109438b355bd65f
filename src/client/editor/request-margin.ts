import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { Decoration, EditorView, gutter, GutterMarker } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import "./request-margin.css";

/** What stands beside the first line of a statement. */
export interface MarginLine {
  /** Where the statement begins in the text. */
  readonly from: number;
  /** Security-days that a filter leaves, or the value of a column on the pinned day. */
  readonly figure: string;
  /** The share that a filter keeps, or that of a column's rows without a value. */
  readonly share: string;
  /** Heights of the bars of a column's distribution, from 0 to 1. */
  readonly bars: readonly number[];
  readonly knownAt: string;
  /** The same in words. */
  readonly description: string;
  /** The figures are still to come: those that stand there stay, pale. */
  readonly waits?: boolean;
}

/** What the margin shows from now on: figures of the text as it is at this moment. */
export const setMargin = StateEffect.define<readonly MarginLine[]>();

class Figures extends GutterMarker {
  readonly line: MarginLine;
  readonly old: boolean;

  constructor(line: MarginLine, old = false) {
    super();
    this.line = line;
    this.old = old;
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof Figures && other.old === this.old && JSON.stringify(other.line) === JSON.stringify(this.line)
    );
  }

  /** The same, of an older text. */
  aged(): Figures {
    return new Figures(this.line, true);
  }

  override toDOM(): HTMLElement {
    const { figure, share, bars, knownAt, description } = this.line;
    const line = document.createElement("div");
    line.className = this.old ? "request-margin-line old" : "request-margin-line";
    line.title = description;
    const add = (className: string, text: string): void => {
      const cell = document.createElement("span");
      cell.className = className;
      cell.textContent = text;
      line.append(cell);
    };
    add("request-margin-figure", figure);
    if (bars.length === 0) add("request-margin-share", share);
    else {
      const spread = document.createElement("span");
      spread.className = "request-margin-bars";
      for (const height of bars) {
        const bar = document.createElement("i");
        bar.style.height = `${height === 0 ? 0 : Math.max(8, height * 100)}%`;
        spread.append(bar);
      }
      line.append(spread);
    }
    add("request-margin-nulls", bars.length === 0 ? "" : share);
    add("request-margin-known", knownAt);
    return line;
  }
}

interface Margin {
  readonly figures: RangeSet<Figures>;
  /** The same in words, for those who do not see them. */
  readonly descriptions: DecorationSet;
  /** False once the text is another one than they are of. */
  readonly fresh: boolean;
}

const EMPTY: Margin = { figures: RangeSet.empty, descriptions: Decoration.none, fresh: true };

/** The figures that stand at a place. */
function figuresAt(figures: RangeSet<Figures>, at: number): Figures | null {
  let found: Figures | null = null;
  figures.between(at, at, (_from, _to, value) => {
    found = value;
  });
  return found;
}

function marginOf({ doc }: EditorState, lines: readonly MarginLine[], before: RangeSet<Figures>): Margin {
  const placed = lines.map((line) => ({ line, at: doc.lineAt(Math.min(line.from, doc.length)).from }));
  return {
    figures: RangeSet.of(
      placed.map(({ line, at }) => {
        const old = line.waits === true ? figuresAt(before, at) : null;
        return (old === null ? new Figures(line) : old.aged()).range(at);
      }),
      true,
    ),
    descriptions: Decoration.set(
      placed
        .filter(({ line }) => line.description !== "" && line.waits !== true)
        .map(({ line, at }) => Decoration.line({ attributes: { "aria-description": line.description } }).range(at)),
      true,
    ),
    fresh: true,
  };
}

export const marginField = StateField.define<Margin>({
  create: () => EMPTY,
  update(margin, { docChanged, changes, effects, state }) {
    let next = margin;
    if (docChanged)
      next = { figures: margin.figures.map(changes), descriptions: Decoration.none, fresh: margin.figures.size === 0 };
    for (const effect of effects) if (effect.is(setMargin)) next = marginOf(state, effect.value, next.figures);
    return next;
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ descriptions }) => descriptions),
    EditorView.editorAttributes.from(field, ({ fresh }) => ({ class: fresh ? "" : "request-margin-old" })),
  ],
});

/** Figures beside the statements, in a column of one width: nothing in it moves the text. */
export const requestMargin: Extension = [
  marginField,
  gutter({
    class: "request-margin",
    side: "after",
    markers: (view) => view.state.field(marginField).figures,
  }),
];
