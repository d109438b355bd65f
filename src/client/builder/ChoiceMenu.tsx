import { Button, Popover, TextField } from "@radix-ui/themes";
import { useDeferredValue, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "../ui/icons.tsx";
import type { Chip } from "./Chips.tsx";
import "./choice-menu.css";

interface ChoiceMenuProps {
  readonly label: string;
  readonly choices: readonly Chip[];
  /** Stays open after a choice. */
  readonly many: boolean;
  /** Open from the beginning. */
  readonly opened?: boolean;
  readonly onChoose: (value: string) => void;
}

/** Up and Down among the options, and from the search field into them. */
function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, [role=option]")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  event.preventDefault();
  stops[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}

/** Many choices behind a button: found by typing, at most 400 pixels high. */
export function ChoiceMenu({ label, choices, many, opened = false, onChoose }: ChoiceMenuProps): ReactNode {
  const [open, setOpen] = useState(opened);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger>
        <Button type="button" size="1" variant="soft" color="gray" className="more-choices">
          <Icon name="search" size={13} /> {choices.length} to choose from
          <span className="visually-hidden"> ({label})</span>
        </Button>
      </Popover.Trigger>
      <Popover.Content className="choice-menu" size="1" width="300px" onKeyDown={onKeyDown}>
        <Choices
          label={label}
          choices={choices}
          many={many}
          onChoose={(value) => {
            onChoose(value);
            if (!many) setOpen(false);
          }}
        />
      </Popover.Content>
    </Popover.Root>
  );
}

function Choices({ label, choices, many, onChoose }: Omit<ChoiceMenuProps, "opened">): ReactNode {
  const [sought, setSought] = useState("");
  const words = useDeferredValue(sought).trim().toLowerCase().split(/\s+/);
  const found = choices.filter(({ value, label: text, also = "" }) => {
    const all = `${value} ${text} ${also}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return (
    <>
      <TextField.Root
        size="2"
        placeholder="Search"
        aria-label={`Search: ${label}`}
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={(event) => {
          const [only] = found;
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (only !== undefined) onChoose(only.value);
        }}
      />
      <div className="choice-menu-list" role="listbox" aria-label={label} aria-multiselectable={many} tabIndex={-1}>
        {found.map(({ value, label: text, selected }) => (
          <div
            key={value}
            role="option"
            aria-selected={selected}
            tabIndex={-1}
            data-value={value}
            onClick={() => onChoose(value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              onChoose(value);
            }}
          >
            {text}
          </div>
        ))}
        {found.length === 0 && <p>Nothing found.</p>}
      </div>
    </>
  );
}
