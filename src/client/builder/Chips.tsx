import type { ReactNode } from "react";
import { moveWithin } from "../ui/one-stop.ts";
import "./chips.css";

export interface Chip {
  readonly value: string;
  readonly label: string;
  /** The other name it goes by. */
  readonly also?: string;
  readonly selected: boolean;
}

interface ChipsProps {
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly onChoose: (value: string) => void;
  readonly describedBy?: string;
  /** Stands behind the chips, in their row. */
  readonly children?: ReactNode;
}

/** Choices as chips: one stop of the tab key, arrows within, Enter or Space chooses. */
export function Chips({ label, chips, onChoose, describedBy, children }: ChipsProps): ReactNode {
  const first = Math.max(
    0,
    chips.findIndex(({ selected }) => selected),
  );
  return (
    <div
      className="chips"
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      onKeyDown={(event) => moveWithin(event, "button.chip")}
    >
      {chips.map(({ value, label: text, also, selected }, index) => (
        <button
          key={value}
          type="button"
          className="chip"
          title={also === undefined ? undefined : `Also called ${also}`}
          aria-pressed={selected}
          tabIndex={index === first ? 0 : -1}
          onClick={() => onChoose(value)}
        >
          {text}
        </button>
      ))}
      {children}
    </div>
  );
}
