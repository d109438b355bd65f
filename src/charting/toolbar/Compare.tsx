import { Button, DropdownMenu } from "@radix-ui/themes";
import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CHART_LIMITS } from "../../vocabulary/index.ts";
import { keepContent } from "../state/begin.ts";
import { content } from "../state/chart.ts";
import { loadCompared } from "../state/load.ts";
import { SymbolPicker } from "./SymbolSearch.tsx";

async function change(symbols: readonly string[]): Promise<void> {
  content.compare = [...new Set(symbols)].filter((symbol) => symbol !== content.symbol).slice(0, CHART_LIMITS.compared);
  keepContent();
  await loadCompared();
}

/** Other symbols beside the one shown, each as its change in percent. */
export function Compare(): ReactNode {
  const { compare } = useSnapshot(content);
  const [open, setOpen] = useState(false);
  const onClose = useCallback(() => setOpen(false), []);
  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>
          <Button variant="surface">Compare{compare.length > 0 ? ` (${compare.length})` : ""}</Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content>
          <DropdownMenu.Item disabled={compare.length >= CHART_LIMITS.compared} onSelect={() => setOpen(true)}>
            Add a symbol …
          </DropdownMenu.Item>
          {compare.map((symbol) => (
            <DropdownMenu.Item key={symbol} onSelect={() => void change(compare.filter((each) => each !== symbol))}>
              Remove {symbol}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <SymbolPicker
        title="Compare with"
        typed={open ? "" : null}
        onPick={(symbol) => void change([...compare, symbol])}
        onClose={onClose}
      />
    </>
  );
}
