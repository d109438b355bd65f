import { Dialog, Spinner } from "@radix-ui/themes";
import { Command } from "cmdk";
import { useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import type { Entry } from "./entry.ts";
import { Keys } from "./Keys.tsx";
import { back, choose, closed, closePalette, onPalette, paletteShown, type } from "./model.ts";
import { MODES } from "./modes.ts";
import "./palette.css";

function Row({ entry }: { readonly entry: Entry }): ReactNode {
  const reason = entry.disabled ?? null;
  const [keys] = entry.keys ?? [];
  return (
    <Command.Item value={entry.value} disabled={reason !== null} onSelect={() => choose(entry)}>
      <span className="title">{entry.title}</span>
      {reason === null ? <span className="detail">{entry.detail}</span> : <span className="reason">{reason}</span>}
      {entry.page !== undefined && <span className="detail">…</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </Command.Item>
  );
}

/** Commands, names and formulas behind one field. What it shows is made outside of React. */
export default function Palette(): ReactNode {
  const { open, mode, query, trail, placeholder, groups } = useSyncExternalStore(onPalette, paletteShown);
  const [selected, setSelected] = useState("");
  const waiting = groups.some(({ pending }) => pending === true);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closePalette()}>
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
        <Command
          // What fits a query stands in its order already.
          shouldFilter={false}
          // Ctrl-K closes it, as it opened it.
          vimBindings={false}
          loop
          label="Command palette"
          value={selected}
          onValueChange={setSelected}
        >
          <div className="field">
            {trail.map((title) => (
              <span className="chip" key={title}>
                {title}
              </span>
            ))}
            {mode !== null && <span className="chip mode">{MODES[mode].chip}</span>}
            <Command.Input
              autoFocus
              value={query}
              placeholder={placeholder}
              aria-label={mode === null ? "Command palette" : MODES[mode].chip}
              onValueChange={type}
              onKeyDown={(event) => {
                if (event.key === "Backspace" && query === "" && back()) event.preventDefault();
              }}
            />
            {waiting && <Spinner size="1" />}
          </div>
          <Command.List
            // A click leaves the focus where one types.
            onMouseDown={(event) => event.preventDefault()}
          >
            {groups.map(({ title, entries }) => (
              <Command.Group key={title} heading={title}>
                {entries.map((entry) => (
                  <Row key={entry.value} entry={entry} />
                ))}
              </Command.Group>
            ))}
            {count === 0 && <p className="empty">{waiting ? "Looking…" : "Nothing found."}</p>}
          </Command.List>
          <p className="prefixes" aria-hidden="true">
            {Object.entries(MODES).map(([character, { chip }]) => (
              <span key={character}>
                <kbd>{character}</kbd> {chip}
              </span>
            ))}
          </p>
        </Command>
      </Dialog.Content>
    </Dialog.Root>
  );
}
