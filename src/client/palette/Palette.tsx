import { Dialog, Spinner } from "@radix-ui/themes";
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { cut } from "./entry.ts";
import type { Entry } from "./entry.ts";
import { releaseKeys } from "./held-keys.ts";
import { back, choose, closed, closePalette, onPalette, paletteShown, type } from "./model.ts";
import type { Shown } from "./model.ts";
import { MODES } from "./modes.ts";
import { rowId, Rows } from "./Rows.tsx";
import { useSelection } from "./selection.ts";
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

/** The field and its rows, which are gone with the dialog. */
function Search({ mode, query, trail, placeholder, groups }: Shown): ReactNode {
  const list = useId();
  const question = [mode, ...trail, query].join("\n");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // From here on the field hears keys by itself; those that came before it are its own too.
    field.current?.focus();
    const { text, enter } = releaseKeys();
    if (text !== "") type(text);
    const first = paletteShown().groups.flatMap(({ entries }) => entries)[0];
    if (enter && first !== undefined) choose(first);
  }, []);
  const drawn = useSeenPainted(question) ? groups : cut(groups, SEEN_ROWS, 1);
  const place = useRef<HTMLDivElement>(null);
  /** Another list begins at its top: before it comes, since asking afterwards would lay it out twice. */
  const toTop = (): void => place.current?.scrollTo({ top: 0 });
  const take = (row: Entry): void => {
    toTop();
    choose(row);
  };
  const selection = useSelection(question, drawn, take);
  const waiting = groups.some(({ pending }) => pending === true);
  const label = mode === null ? "Command palette" : MODES[mode].chip;
  const rows = drawn.flatMap(({ entries }) => entries);
  const current = rows.findIndex(({ value }) => value === selection.row?.value);
  return (
    <>
      <div className="field">
        {trail.map((title) => (
          <span className="chip" key={title}>
            {title}
          </span>
        ))}
        {mode !== null && <span className="chip mode">{MODES[mode].chip}</span>}
        <input
          ref={field}
          autoFocus
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={current < 0 ? undefined : rowId(list, current)}
          autoComplete="off"
          spellCheck={false}
          value={query}
          placeholder={placeholder}
          onChange={(event) => {
            toTop();
            type(event.target.value);
          }}
          onKeyDown={(event) => {
            if (selection.press(event) || (event.key === "Backspace" && query === "" && back())) event.preventDefault();
          }}
        />
        {waiting && <Spinner size="1" />}
      </div>
      <Rows id={list} place={place} label={label} groups={drawn} selection={selection} onChoose={take}>
        <p className="empty">{waiting ? "Looking…" : "Nothing found."}</p>
      </Rows>
    </>
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
