import { useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import "./chips.css";

export interface Chip {
  readonly value: string;
  readonly label: string;
  /** The other name it goes by. */
  readonly also?: string;
  readonly selected: boolean;
}

/** The chip the arrow, Home and End keys lead to; null for any other key. */
function target(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
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
  const group = useRef<HTMLDivElement>(null);
  const first = Math.max(
    0,
    chips.findIndex(({ selected }) => selected),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const buttons = [...(group.current?.querySelectorAll<HTMLButtonElement>("button.chip") ?? [])];
    const at = buttons.findIndex((button) => button === event.target);
    const next = at < 0 ? null : target(event.key, at, buttons.length);
    if (next === null) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  return (
    <div
      className="chips"
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      ref={group}
      onKeyDown={onKeyDown}
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
