import type { BuilderView } from "../state/slices/builder-view.ts";

/** A part of the builder that the tour points at. */
export interface TourStep {
  /** Its title, and what one can do there, for each view of the builder. */
  readonly title: Readonly<Record<BuilderView, string>>;
  readonly text: Readonly<Record<BuilderView, string>>;
  /** Selectors of the part: the first that is on the page. */
  readonly at: readonly string[];
  readonly side: "top" | "right" | "bottom" | "left";
}

const same = (text: string): TourStep["text"] => ({ cards: text, text });

export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: { text: "A request is one text", cards: "A request is filters and columns" },
    text: {
      text: "Days, filters and columns, as formulas or in words. Ctrl-Space suggests what fits at the caret, each line is checked as you type, and its figures stand beside it.",
      cards:
        "A card asks for what a filter or a column needs, and Add puts it into the request. Show as text has the same request as one text, with suggestions and checks as you type.",
    },
    at: [".text-pane-middle", ".builder #filters .card-row"],
    side: "bottom",
  },
  {
    title: same("Its answer is always there"),
    text: same(
      "The preview runs by itself: what each filter leaves, the hits per day, and the rows. Click a value and it says how it came about; why a day is missing is a click as well.",
    ),
    at: [".results"],
    side: "top",
  },
  {
    title: same("Everything has a name"),
    text: same(
      "Ctrl-K finds every command, data point, template and symbol by its name. The key ? lists all shortcuts.",
    ),
    at: [".palette-field"],
    side: "bottom",
  },
  {
    title: same("Run it, take it home"),
    text: same(
      "Ctrl-Enter scans all days and writes the workbook, with the request in it. The palette has this tour again: Take the tour.",
    ),
    at: [".builder-bar .run"],
    side: "bottom",
  },
];
