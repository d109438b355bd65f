import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { printWords } from "../../formula/index.ts";
import type { Node } from "../../formula/index.ts";
import { FormulaExplained } from "../results/panels/FormulaExplained.tsx";
import { pinned } from "../state/slices/pinned.ts";
import { validity } from "../state/slices/validity.ts";
import { showDate } from "../ui/values.ts";
import { useValues } from "./use-values.ts";

/** What a formula is made of, each part with its value on the pinned day. */
export function InspectedFormula({ tree }: { readonly tree: Node }): ReactNode {
  const { at } = useSnapshot(pinned);
  const { columns } = useSnapshot(validity);
  const { answer, error } = useValues([tree], columns);
  const formula = answer?.formulas[0];
  return (
    <div className="inspector-parts">
      <p className="inspector-words">{printWords(tree)}</p>
      {at === null ? (
        <p className="inspector-hint">Pin a symbol and a day above the text to see the value of each part.</p>
      ) : (
        <p className="inspector-hint">
          {at.symbol} on {showDate(at.date)}
          {error !== null && `: ${error}`}
        </p>
      )}
      {formula !== undefined && <FormulaExplained formula={formula} />}
    </div>
  );
}
