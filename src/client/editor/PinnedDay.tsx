import { IconButton, TextField } from "@radix-ui/themes";
import { useEffect, useId, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { dateBounds, market } from "../state/market.ts";
import { keepPinnedValues, pin, pinned } from "../state/pinned.ts";
import { Icon } from "../shell/icons.tsx";

/** How many symbols a list of suggestions holds: the browser draws all of them. */
const SUGGESTED = 40;

/** The symbol and day whose values the formula shows. */
export function PinnedDay(): ReactNode {
  const { at, error } = useSnapshot(pinned);
  const { answer } = useSnapshot(market);
  const list = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const symbol = draft ?? at?.symbol ?? "";
  const bounds = dateBounds(answer);
  const date = at?.date ?? bounds.last;
  useEffect(() => keepPinnedValues(), []);
  const typed = symbol.trim().toUpperCase();
  const fitting =
    typed === "" ? [] : (answer?.symbols ?? []).filter((one) => one.startsWith(typed)).slice(0, SUGGESTED);
  const settle = (): void => {
    if (draft === null) return;
    pin(draft, date);
    setDraft(null);
  };
  return (
    <div className="pinned" role="group" aria-label="Values of">
      <TextField.Root
        size="1"
        className="symbol"
        value={symbol}
        placeholder="Symbol"
        aria-label="Symbol to show values of"
        aria-invalid={error !== null}
        list={list}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          settle();
        }}
      />
      <datalist id={list}>
        {fitting.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <TextField.Root
        size="1"
        type="date"
        value={date}
        min={bounds.first}
        max={bounds.last}
        aria-label="Day to show values of"
        onChange={(event) => pin(symbol, event.target.value)}
      />
      {at !== null && (
        <IconButton
          size="1"
          variant="ghost"
          color="gray"
          aria-label="Show no values"
          onClick={() => {
            setDraft(null);
            pin("", "");
          }}
        >
          <Icon name="cross" size={12} />
        </IconButton>
      )}
      {at !== null && error !== null && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
