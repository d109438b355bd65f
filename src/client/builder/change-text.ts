import { renameColumnRow, withText } from "../../request/index.ts";
import type { TextStep } from "../editor/text-steps.ts";
import { change } from "../state/slices/builder.ts";

/** The request after its text was edited; what is being written in forms follows a column or parameter that was renamed. */
export const changeText = (text: string, { what, typed, rename }: TextStep): void =>
  change(
    what,
    (now) => {
      if (rename === null) return withText(now, text);
      const { from, to, parameter } = rename;
      if (parameter !== undefined) return parameter(withText(now, text), from, to);
      return withText(renameColumnRow(now, from, to)?.state ?? now, text);
    },
    { typed, rename },
  );
