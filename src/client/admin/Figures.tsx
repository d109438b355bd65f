import type { ReactNode } from "react";
import "./figures.css";

/** Names and values side by side. */
export function Figures({
  figures,
}: {
  readonly figures: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
