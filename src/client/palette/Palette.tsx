import { Dialog, Spinner } from "@radix-ui/themes";
import { Command } from "cmdk";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { cut } from "./entry.ts";
import type { Entry } from "./entry.ts";
import { releaseKeys } from "./held-keys.ts";
import { back, choose, closed, closePalette, onPalette, paletteShown, type } from "./model.ts";
import type { Shown } from "./model.ts";
import { MODES } from "./modes.ts";
import { Rows } from "./Rows.tsx";
import "./palette.css";

/** Rows that fill the list as far as it is seen, each title counted as one. */
const SEEN_ROWS = 12;

/** Whether the seen rows of an answer are painted: those below them come after, so that no key waits for what is out of sight. */
function useSeenPainted(question: string): boolean {
  const [painted, setPainted] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(question));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [question]);
  return painted === question;
}

/** What stands in the list answers the query already: cmdk scores nothing. */
const score = (): number => 1;

/** The field and its rows, which are gone with the dialog. */
function Search({ mode, query, trail, placeholder, groups }: Shown): ReactNode {
  const place = [mode, ...trail].join("\n");
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // From here on the field hears keys by itself; those that came before it are its own too.
    field.current?.focus();
    const { text, enter } = releaseKeys();
    if (text !== "") type(text);
    const first = paletteShown()
      .groups.flatMap(({ entries }) => entries)
      .find(({ disabled = null }) => disabled === null);
    if (enter && first !== undefined) choose(first);
  }, []);
  const lastPlace = useRef(place);
  const drawn = useSeenPainted(`${place}\n${query}`) ? groups : cut(groups, SEEN_ROWS, 1);
  useEffect(() => {
    // cmdk begins at the first row where the query is another one, and not where a prefix, a page or an answer is.
    const selected = root.current?.querySelector("[cmdk-item][aria-selected=true]");
    if (lastPlace.current !== place || selected === null)
      root.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    lastPlace.current = place;
  });
  /** Another list begins at its top: before it comes, since asking afterwards would lay it out twice. */
  const toTop = (): void => list.current?.scrollTo({ top: 0 });
  const [take] = useState(() => (row: Entry): void => {
    toTop();
    choose(row);
  });
  const waiting = groups.some(({ pending }) => pending === true);
  const label = mode === null ? "Command palette" : MODES[mode].chip;
  return (
    <Command
      ref={root}
      label={label}
      shouldFilter={false}
      filter={score}
      // Ctrl-K closes it, as it opened it.
      vimBindings={false}
      loop
    >
      <div className="field">
        {trail.map((title) => (
          <span className="chip" key={title}>
            {title}
          </span>
        ))}
        {mode !== null && <span className="chip mode">{MODES[mode].chip}</span>}
        <Command.Input
          ref={field}
          autoFocus
          value={query}
          placeholder={placeholder}
          onValueChange={(text) => {
            toTop();
            type(text);
          }}
          onKeyDown={(event) => {
            if (event.key === "Backspace" && query === "" && back()) event.preventDefault();
          }}
        />
        {waiting && <Spinner size="1" />}
      </div>
      <Command.List
        ref={list}
        label={label}
        // A click leaves the focus where one types.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Rows groups={drawn} onChoose={take} />
        {drawn.every(({ entries }) => entries.length === 0) && (
          <p className="empty">{waiting ? "Looking…" : "Nothing found."}</p>
        )}
      </Command.List>
    </Command>
  );
}

/** Commands, names and formulas behind one field. What it shows is made outside of React. */
export default function Palette(): ReactNode {
  const shown = useSyncExternalStore(onPalette, paletteShown);
  return (
    <Dialog.Root open={shown.open} onOpenChange={(next) => !next && closePalette()}>
      <Dialog.Content
        className="palette"
        maxWidth="640px"
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          closed();
        }}
      >
        <Dialog.Title className="visually-hidden">Command palette</Dialog.Title>
        <Search {...shown} />
        <p className="prefixes" aria-hidden="true">
          {Object.entries(MODES).map(([character, { chip }]) => (
            <span key={character}>
              <kbd>{character}</kbd> {chip}
            </span>
          ))}
        </p>
      </Dialog.Content>
    </Dialog.Root>
  );
}
