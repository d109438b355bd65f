import { addCommands } from "./registry.ts";
import type { Command } from "./registry.ts";

/** What a list does with the row the cursor is on; what it cannot do is left out. */
export interface ListActions {
  /** `requests`, `folders`: names the commands. */
  readonly name: string;
  readonly next: () => void;
  readonly previous: () => void;
  readonly open: () => void;
  readonly select?: () => void;
  readonly edit?: () => void;
  readonly favourite?: () => void;
  readonly duplicate?: () => void;
  readonly remove?: () => void;
  /** Whether there is a row under the cursor. */
  readonly on: () => boolean;
}

const KEYS = [
  { verb: "next", key: "j", title: "Next row" },
  { verb: "previous", key: "k", title: "Previous row" },
  { verb: "select", key: "x", title: "Select the row" },
  { verb: "edit", key: "e", title: "Edit" },
  { verb: "favourite", key: "f", title: "Favourite" },
  { verb: "duplicate", key: "d", title: "Duplicate" },
  { verb: "remove", key: "#", title: "Delete" },
  { verb: "open", key: "Enter", title: "Open" },
] as const satisfies readonly { readonly verb: keyof ListActions; readonly key: string; readonly title: string }[];

/** Keys that need no row: with them the cursor comes into the list. */
const MOVES: ReadonlySet<string> = new Set(["next", "previous"]);

/** `j k x e f d # Enter` for a list, while it is on screen; what is given back takes them away. */
export function addListCommands(actions: ListActions): () => void {
  return addCommands(
    KEYS.flatMap(({ verb, key, title }): Command[] => {
      const run = actions[verb];
      if (run === undefined) return [];
      const moves = MOVES.has(verb);
      return [
        {
          id: `${actions.name}.${verb}`,
          title,
          group: "Lists",
          keys: [key],
          // A button or link that has the focus keeps its own Enter.
          when: () =>
            (moves || actions.on()) && (key !== "Enter" || document.activeElement?.matches("a, button") !== true),
          fits: () => !moves && actions.on(),
          run,
        },
      ];
    }),
  );
}
