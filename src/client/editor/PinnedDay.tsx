import { IconButton, TextField } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { showDate } from "../ui/values.ts";
import { dateBounds, useMarket } from "../state/queries/market.ts";
import { pin, pinned, usePinnedError } from "../state/slices/pinned.ts";
import { Icon } from "../ui/icons.tsx";
import "./pinned.css";

/** How many symbols a list of suggestions holds: the browser draws all of them. */
const SUGGESTED = 40;

/** The symbol and day whose values the formula shows. */
export function PinnedDay(): ReactNode {
  const { at } = useSnapshot(pinned);
  const error = usePinnedError();
  const { answer } = useMarket();
  const list = useId();
  const [draft, setDraft] = useState<string | null>(null);
  /** The day as it is being typed: empty while it is no whole one. */
  const [day, setDay] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const symbol = draft ?? at?.symbol ?? "";
  const bounds = dateBounds(answer);
  const pinnedDay = at?.date ?? bounds.last;
  const date = day ?? pinnedDay;
  const typed = symbol.trim().toUpperCase();
  const fitting =
    typed === "" ? [] : (answer?.symbols ?? []).filter((one) => one.startsWith(typed)).slice(0, SUGGESTED);
  const inData = (one: string): boolean => one >= bounds.first && one <= bounds.last;
  /** Typing a year passes through years of one to three digits: what is in the data counts at once, the rest when one is done. */
  const enterDay = (value: string): void => {
    setDay(value);
    setWrong(null);
    if (!inData(value) || typed === "") return;
    pin(symbol, value);
    setDraft(null);
    setDay(null);
  };
  const settle = (): void => {
    if (!inData(date)) {
      const shown = at === null ? "" : ` The values are still those of ${showDate(at.date)}.`;
      const why =
        date === "" ? "This is no whole day." : `The data hold ${showDate(bounds.first)} to ${showDate(bounds.last)}.`;
      setWrong(why + shown);
      return;
    }
    setWrong(null);
    if (draft === null && day === null) return;
    // A day alone waits for its symbol.
    if (typed !== "" || at !== null) pin(symbol, date);
    setDraft(null);
    if (typed !== "") setDay(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    settle();
  };
  const said = wrong ?? (at === null ? null : error);
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
        onKeyDown={onKeyDown}
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
        aria-invalid={wrong !== null}
        aria-describedby={`${list}-said`}
        onChange={(event) => enterDay(event.target.value)}
        onBlur={settle}
        onKeyDown={onKeyDown}
      />
      {at !== null && (
        <IconButton
          size="1"
          variant="ghost"
          color="gray"
          aria-label="Show no values"
          onClick={() => {
            setDraft(null);
            setDay(null);
            setWrong(null);
            pin("", "");
          }}
        >
          <Icon name="cross" size={12} />
        </IconButton>
      )}
      {said !== null && (
        <span className="error" role="alert" id={`${list}-said`}>
          {said}
        </span>
      )}
    </div>
  );
}
