import { builtInPresets } from "../../request/index.ts";
import { openerOf } from "../commands/openers.ts";
import { caretTarget } from "../state/page/caret.ts";
import { formulas } from "../state/slices/formulas.ts";
import type { Entry } from "./entry.ts";
import { RankedIndex } from "./rank.ts";
import { useOf, usesNow } from "./uses.ts";

interface Formula {
  readonly tag: string;
  readonly display: string;
  readonly description: string;
  readonly formula: string;
  readonly about: string;
  /** Good where a yes or no is asked for. */
  readonly condition: boolean;
}

let indexOf: { readonly saved: unknown; readonly index: RankedIndex<Formula> } | null = null;

const valueOf = ({ tag }: Formula): string => `formula ${tag}`;

/** Saved formulas and presets: put at the caret; without one, a condition goes into a new filter. */
export function formulaEntries(query: string, most: number): readonly Entry[] {
  const { saved } = formulas;
  if (indexOf?.saved !== saved) {
    const all: readonly Formula[] = [
      ...[...saved.values()].map((one) => ({ ...one, about: "saved", condition: true })),
      ...builtInPresets().map(({ group, use, ...one }) => ({ ...one, about: group, condition: use === "filter" })),
    ];
    const index = new RankedIndex(all, ({ display }) => display, {
      said: ({ tag, description, about }) => [tag, `${description} ${about}`],
    });
    indexOf = { saved, index };
  }
  const target = caretTarget();
  const open = openerOf("formula");
  return indexOf.index
    .ranked(query, most, (one) => useOf(usesNow(), valueOf(one), Date.now()))
    .map(({ item, points }) => {
      const { display, description, formula, condition } = item;
      const put = target?.insert ?? (condition ? open : null);
      return {
        value: valueOf(item),
        title: display,
        detail: description,
        points,
        disabled: put === null ? "Put the caret into a formula first" : null,
        run: () => put?.(formula),
      };
    });
}
