import { Dialog, Flex, Text, TextField, VisuallyHidden } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { ChartSymbols } from "../../contract/index.ts";
import { showSymbol } from "../state/begin.ts";
import { call, messageOf } from "../state/calls.ts";

type Found = ChartSymbols["items"][number];

interface Symbols {
  readonly items: readonly Found[];
  readonly error: string | null;
  /** The query of the shown hits; null before the first. */
  readonly searched: string | null;
}

const NOTHING: Symbols = { items: [], error: null, searched: null };

/** Symbols that match the typed text, loaded a moment after the last key. */
function useSymbols(query: string): Symbols {
  const [search, setSearch] = useState(NOTHING);
  const searched = query.trim().slice(0, 40);
  useEffect(() => {
    if (searched === "") return undefined;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await call("chartSymbols", { query: { query: searched, limit: 20 }, signal: abort.signal });
      if (answer.ok) setSearch({ items: answer.value.items, error: null, searched });
      else if (answer.error.kind !== "aborted") setSearch({ items: [], error: messageOf(answer.error), searched });
    };
    const timer = setTimeout(() => void ask(), 120);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [searched]);
  return searched === "" ? NOTHING : search;
}

interface PickerProps {
  readonly title: string;
  /** What it opens with; null while it is closed. */
  readonly typed: string | null;
  readonly onPick: (symbol: string) => void;
  readonly onClose: () => void;
  /** Above the search. */
  readonly children?: ReactNode;
}

/** A search for symbols by symbol, old symbol and name; arrows choose, Enter takes. */
export function SymbolPicker({ title, typed, onPick, onClose, children }: PickerProps): ReactNode {
  return (
    <Dialog.Root open={typed !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="520px">
        <Dialog.Title size="3">{title}</Dialog.Title>
        <VisuallyHidden>
          <Dialog.Description>Search by symbol, old symbol or name. Arrow keys choose, Enter opens.</Dialog.Description>
        </VisuallyHidden>
        {children}
        <Search typed={typed ?? ""} onPick={onPick} onClose={onClose} />
      </Dialog.Content>
    </Dialog.Root>
  );
}

function Search({
  typed,
  onPick,
  onClose,
}: Omit<PickerProps, "title" | "typed" | "children"> & { readonly typed: string }): ReactNode {
  const [query, setQuery] = useState(typed);
  const [moved, setMoved] = useState(0);
  const { items, error, searched } = useSymbols(query);
  const at = Math.min(moved, Math.max(0, items.length - 1));
  const pick = (found: Found | undefined): void => {
    if (found === undefined) return;
    onClose();
    onPick(found.symbol);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && items.length > 0) setMoved((at + step + items.length) % items.length);
    else if (event.key === "Enter") pick(items[at]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextField.Root
        autoFocus
        size="3"
        aria-label="Symbol or name"
        placeholder="Symbol or name"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls="found-symbols"
        aria-activedescendant={items[at] ? `found-${items[at].security}` : undefined}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setMoved(0);
        }}
        onKeyDown={onKey}
      />
      <div id="found-symbols" role="listbox" aria-label="Symbols" className="found">
        {items.map((found, index) => (
          <div
            key={found.security}
            id={`found-${found.security}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onClick={() => pick(found)}
            onKeyDown={onKey}
          >
            <Flex justify="between" gap="3">
              <Text weight="bold">{found.symbol}</Text>
              <Text size="1" color="gray" truncate>
                {[found.exchange, found.status].filter((each) => each !== null).join(" · ")}
              </Text>
            </Flex>
            <Text as="div" size="2" truncate>
              {found.name ?? ""}
              {found.matched === "old_symbol" ? ` (was ${found.old_symbols.join(", ")})` : ""}
            </Text>
          </div>
        ))}
      </div>
      <Text as="p" size="2" color={error === null ? "gray" : "red"} role="status" mt="2">
        {error ?? (searched !== null && items.length === 0 ? `No symbol matches ${searched}.` : "")}
      </Text>
    </>
  );
}

/** Opens by its button, or by typing anywhere; the letter typed is the first of the query. */
export function SymbolSearch({
  typed,
  onClose,
}: {
  readonly typed: string | null;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SymbolPicker title="Symbol search" typed={typed} onPick={(symbol) => void showSymbol(symbol)} onClose={onClose} />
  );
}
