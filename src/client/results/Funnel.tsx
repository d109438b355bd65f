import type { ReactNode } from "react";
import { showCount } from "./values.ts";

export interface Step {
  readonly label: string;
  readonly code: string;
  readonly rows: number;
}

/** Width of a step's bar: by the logarithm, or a filter that keeps one in a thousand could not be seen. */
function share(rows: number, all: number): number {
  return all === 0 || rows === 0 ? 0 : Math.log1p(rows) / Math.log1p(all);
}

const showShare = (percent: number): string =>
  percent === 0 || percent >= 9.95 ? `${Math.round(percent)}%` : `${percent.toFixed(1)}%`;

/** How many security-days each filter left. */
export function Funnel({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const all = steps[0]?.rows ?? 0;
  return (
    <section className="funnel" aria-label="Funnel">
      <span className="label">Funnel</span>
      <ol>
        {steps.map((step, index) => {
          const before = index === 0 ? step.rows : (steps[index - 1]?.rows ?? 0);
          const kept = before === 0 ? 0 : (step.rows / before) * 100;
          return (
            <li key={`${index} ${step.code}`} title={step.code}>
              <span className="name">{step.label}</span>
              <span className="count">{showCount(step.rows)}</span>
              <span className="kept">{index === 0 || before === 0 ? "" : showShare(kept)}</span>
              <span className="track" aria-hidden="true">
                <span style={{ width: `${share(step.rows, all) * 100}%` }} />
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
