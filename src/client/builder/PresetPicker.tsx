import { TextField } from "@radix-ui/themes";
import { useDeferredValue, useRef, useState } from "react";
import type { ReactNode } from "react";
import { builtInPresets } from "../../request/index.ts";
import type { NamedFormula } from "../../request/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Icon } from "../ui/icons.tsx";
import { moveWithin } from "../ui/one-stop.ts";
import "./presets.css";

interface PresetPickerProps {
  readonly side: CardSide;
  readonly onPick: (preset: NamedFormula) => void;
}

/** The library of formulas: conditions for filters, values for columns; a click puts one into the form. */
export function PresetPicker({ side, onPick }: PresetPickerProps): ReactNode {
  const [sought, setSought] = useState("");
  const list = useRef<HTMLUListElement>(null);
  /** The one that the tab key leads to: the others are reached by the arrows. */
  const [stop, setStop] = useState(0);
  const words = useDeferredValue(sought).trim().toLowerCase().split(/\s+/);
  // A condition is good as a column too, and comes behind what is made for columns.
  const fitting = builtInPresets().filter(({ use }) => side === "columns" || use === "filter");
  const ranked = side === "columns" ? fitting.toSorted((a, b) => rank(a.use) - rank(b.use)) : fitting;
  const found = ranked.filter(({ display, description, tag, group }) => {
    const all = `${display} ${tag} ${description} ${group}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const looked = found[Math.min(stop, found.length - 1)];
  return (
    <div className="presets">
      <TextField.Root
        size="2"
        placeholder="Search the formulas"
        aria-label="Search the formulas"
        value={sought}
        onChange={(event) => {
          setSought(event.target.value);
          setStop(0);
        }}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === "ArrowDown") {
            event.preventDefault();
            list.current?.querySelector("button")?.focus();
          }
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (first !== undefined) onPick(first);
        }}
      >
        <TextField.Slot>
          <Icon name="search" size={14} />
        </TextField.Slot>
      </TextField.Root>
      <ul aria-label="Formulas" ref={list} onKeyDown={(event) => moveWithin(event, "button")}>
        {found.map((preset, index) => (
          <li key={preset.tag}>
            <button
              type="button"
              data-tag={preset.tag}
              tabIndex={index === Math.min(stop, found.length - 1) ? 0 : -1}
              onFocus={() => setStop(index)}
              onPointerEnter={() => setStop(index)}
              onClick={() => onPick(preset)}
            >
              <strong>{preset.display}</strong>
              <small>{preset.description}</small>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="empty">Nothing found.</li>}
      </ul>
      {looked !== undefined && (
        <p className="looked">
          <code title={looked.formula}>{looked.formula}</code>
          <CopyButton
            size="1"
            variant="ghost"
            color="gray"
            text={() => looked.formula}
            said={screenText("toast-formula-copied")}
          />
        </p>
      )}
    </div>
  );
}

const rank = (use: string): number => (use === "column" ? 0 : 1);
