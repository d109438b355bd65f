import { cardsOf, screenText } from "../../vocabulary/index.ts";
import type { Command } from "../commands/registry.ts";
import { copyAsText, saveFile, saveText } from "../files/open-save.ts";
import { builder, redo, undo } from "../state/slices/builder.ts";
import { caretTarget, inTextField } from "../state/page/caret.ts";
import { builderView, showView, VIEW_NAMES } from "../state/slices/builder-view.ts";
import { run } from "../state/slices/run.ts";
import { copyLink } from "./copy-link.ts";
import { goToCard, goToStep } from "./go-to.ts";
import { downloadWorkbook } from "./download-workbook.ts";
import { runBuilder } from "./run-builder.ts";
import { saveAsTemplate } from "./save.ts";
import { startAnew } from "./start-anew.ts";

const GROUP = "Request";

const STEPS = [
  ["date-range", "step-date-range"],
  ["filters", "step-filters"],
  ["columns", "step-columns"],
  ["review", "step-review"],
] as const;

/** No formula has the caret: what fits there stands first then. */
const outside = (): boolean => caretTarget() === null;

/** What can be done to the request being written. */
export const builderCommands = (): readonly Command[] => [
  {
    id: "request.run",
    title: "Run",
    group: GROUP,
    keys: ["Mod-Enter"],
    words: ["scan", "save", "workbook"],
    fits: outside,
    run: () => void runBuilder(),
  },
  {
    id: "request.workbook",
    title: "Download the workbook",
    group: GROUP,
    keys: ["Mod-Shift-Enter"],
    words: ["export", "excel", "xlsx"],
    disabled: () => (run.phase === "finished" ? null : "Run the request first"),
    run: () => void downloadWorkbook(),
  },
  {
    id: "request.add-filter",
    title: "Add filter",
    group: GROUP,
    fits: outside,
    run: () => goToCard("filters", "Custom"),
  },
  {
    id: "request.add-column",
    title: "Add column",
    group: GROUP,
    fits: outside,
    run: () => goToCard("columns", "Custom"),
  },
  {
    id: "request.view-text",
    title: VIEW_NAMES.text,
    group: GROUP,
    keys: ["Mod-Shift-e"],
    words: ["editor", "document", "scan file"],
    when: () => builderView.shown === "cards",
    run: () => showView("text"),
  },
  {
    id: "request.view-cards",
    title: VIEW_NAMES.cards,
    group: GROUP,
    keys: ["Mod-Shift-e"],
    words: ["builder", "steps", "form"],
    when: () => builderView.shown === "text",
    run: () => showView("cards"),
  },
  {
    id: "request.undo",
    title: "Undo",
    group: GROUP,
    keys: ["Mod-z"],
    // A text field has an undo of its own.
    when: () => !inTextField(),
    disabled: () => (builder.undo === null ? "Nothing to undo" : null),
    run: undo,
  },
  {
    id: "request.redo",
    title: "Redo",
    group: GROUP,
    keys: ["Mod-Shift-z", "Mod-y"],
    // A text field has an undo of its own.
    when: () => !inTextField(),
    disabled: () => (builder.redo === null ? "Nothing to redo" : null),
    run: redo,
  },
  ...STEPS.map(([anchor, text]): Command => ({
    id: `step.${anchor}`,
    title: screenText(text),
    group: GROUP,
    run: () => goToStep(anchor),
  })),
  {
    id: "request.anew",
    title: "New request",
    group: GROUP,
    words: ["start anew", "empty", "clear", "reset"],
    run: startAnew,
  },
  { id: "request.save-file", title: "Save as a file", group: GROUP, words: ["json"], run: saveFile },
  { id: "request.save-text", title: "Save as text", group: GROUP, words: ["scan file"], run: () => void saveText() },
  {
    id: "request.copy-text",
    title: "Copy as text",
    group: GROUP,
    words: ["clipboard"],
    run: () => void copyAsText(),
  },
  {
    id: "request.copy-link",
    title: "Copy a link to this request",
    group: GROUP,
    words: ["share"],
    run: () => void copyLink(),
  },
  {
    id: "request.save-template",
    title: "Save as a template",
    group: GROUP,
    when: () => builder.state.kind === "request",
    run: () => void saveAsTemplate(),
  },
  ...(["filters", "columns"] as const).flatMap((side) =>
    cardsOf(side).map(({ title }): Command => ({
      id: `card.${side}.${title.toLowerCase()}`,
      title: `${title} ${side === "filters" ? "filter" : "column"}`,
      group: "Cards",
      words: ["add", "card"],
      run: () => goToCard(side, title),
    })),
  ),
];
