import { renameColumnRow, withText } from "../../request/index.ts";
import type { TextStep } from "../editor/text-steps.ts";
import { change } from "../state/slices/builder.ts";

/** The request after its text was edited; what is being written in forms follows a column that was renamed. */
export const changeText = (text: string, { what, typed, rename }: TextStep): void =>
  change(
    what,
    (now) => {
      const renamed = rename === null ? null : renameColumnRow(now, rename.from, rename.to);
      return withText(renamed?.state ?? now, text);
    },
    { typed, rename },
  );
