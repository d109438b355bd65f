import { Button, Flex, Text } from "@radix-ui/themes";
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

/** Other symbols beside the one shown, each as its change in percent. The search opens at once; it lists them to remove. */
export function Compare(): ReactNode {
  const { compare } = useSnapshot(content);
  const [open, setOpen] = useState(false);
  const onClose = useCallback(() => setOpen(false), []);
  const full = compare.length >= CHART_LIMITS.compared;
  return (
    <>
      <Button variant="surface" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Compare{compare.length > 0 ? ` (${compare.length})` : ""}
      </Button>
      <SymbolPicker
        title="Compare with"
        typed={open ? "" : null}
        onPick={(symbol) => void change([...compare, symbol])}
        onClose={onClose}
      >
        {compare.length > 0 && (
          <Flex gap="2" wrap="wrap" mb="3" role="group" aria-label="Compared">
            {compare.map((symbol) => (
              <Button
                key={symbol}
                size="1"
                variant="soft"
                aria-label={`Remove ${symbol}`}
                onClick={() => void change(compare.filter((each) => each !== symbol))}
              >
                {symbol} <span aria-hidden="true">×</span>
              </Button>
            ))}
          </Flex>
        )}
        {full && (
          <Text as="p" size="1" color="gray" mb="2">
            {`A chart compares at most ${CHART_LIMITS.compared}. Remove one first.`}
          </Text>
        )}
      </SymbolPicker>
    </>
  );
}
