import { useState } from "react";
import type { ReactNode } from "react";
import type { SweepAnswer } from "../../contract/index.ts";
import { SWEEP_ENOUGH_ROWS } from "../../vocabulary/index.ts";
import { showOutcome } from "./outcome-text.ts";
import { showCount, showShare } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";

/** All settings with all their figures. */
export function SweepCells({
  sweep: { parameters, cells },
  column,
}: {
  readonly sweep: SweepAnswer;
  readonly column: ShownColumn;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const heads = [...parameters.map(({ name }) => `$${name}`), "Mean", "Above 0", "With an outcome", "Rows", "Days"];
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>All settings as a table</summary>
      {open && (
        <div className="study-scroll" tabIndex={0} role="group" aria-label="All settings">
          <table className="study-table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cells.map(({ values, mean, won, known, rows, days }) => (
                <tr key={values.join(" ")} className={known < SWEEP_ENOUGH_ROWS ? "study-few" : undefined}>
                  {values.map((value, at) => (
                    <td key={parameters[at]?.name} className="number">
                      {value}
                    </td>
                  ))}
                  <td className="number">{showOutcome(mean, column)}</td>
                  <td className="number">{won === null ? "–" : showShare(won)}</td>
                  <td className="number">{showCount(known)}</td>
                  <td className="number">{showCount(rows)}</td>
                  <td className="number">{showCount(days)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
