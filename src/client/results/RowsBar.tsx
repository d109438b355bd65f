import { Button, TextField } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Icon } from "../ui/icons.tsx";
import { density } from "../state/slices/density.ts";

/** Milliseconds of rest before words are searched for. */
const SEARCH_DEBOUNCE_MS = 250;

/** Rows close together, or with more room between them. What is tapped is always high enough for a finger. */
export function DensityButton(): ReactNode {
  const { compact } = useSnapshot(density);
  return (
    <Button
      size="1"
      variant="soft"
      color="gray"
      className="density"
      onClick={() => {
        density.compact = !compact;
      }}
    >
      <Icon name="menu" size={14} /> {compact ? "Comfortable rows" : "Compact rows"}
    </Button>
  );
}

interface SearchFieldProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Words to look for; the rows follow after a moment of rest. */
export function SearchField({ search, onSearch }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState({ text: search, of: search });
  // What was searched for elsewhere replaces what was typed here.
  const text = typed.of === search ? typed.text : search;
  useEffect(() => {
    if (text === search) return undefined;
    const timer = setTimeout(() => onSearch(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
    // Only what is typed starts the wait.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
  return (
    <TextField.Root
      size="1"
      type="search"
      className="search"
      aria-label="Search in the rows"
      placeholder="Symbol, date or text"
      maxLength={200}
      value={text}
      onChange={(event) => setTyped({ text: event.target.value, of: search })}
    >
      <TextField.Slot>
        <Icon name="search" size={14} />
      </TextField.Slot>
    </TextField.Root>
  );
}
