import { Button, Callout, Text } from "@radix-ui/themes";
import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { failureText } from "../vocabulary/index.ts";
import { Canvas } from "./canvas/Canvas.tsx";
import { currentView } from "./canvas/current-view.ts";
import { show } from "./state/begin.ts";
import { content, data, interaction } from "./state/chart.ts";
import { onDrawingKey, OWN_KEYS } from "./state/drawing.ts";
import { BottomBar } from "./toolbar/BottomBar.tsx";
import { DrawingTools } from "./toolbar/DrawingTools.tsx";
import { EditDrawing } from "./toolbar/EditDrawing.tsx";
import { Legend } from "./toolbar/Legend.tsx";
import { SymbolSearch } from "./toolbar/SymbolSearch.tsx";
import { TextDialog } from "./toolbar/TextDialog.tsx";
import { TopBar } from "./toolbar/TopBar.tsx";

/** Bars between their bars of tools. Typing a letter anywhere opens the symbol search. */
export function ChartPage(): ReactNode {
  const { phase, error, security, studyError } = useSnapshot(data);
  const { symbol } = useSnapshot(content);
  const { message } = useSnapshot(interaction);
  const [typed, setTyped] = useState<string | null>(null);
  const onClose = useCallback(() => setTyped(null), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      onDrawingKey(event, (id, key, far) => currentView()?.nudge(id, key, far));
      const elsewhere =
        event.target instanceof HTMLElement && event.target.closest(`select, [role=listbox], ${OWN_KEYS}`);
      if (elsewhere || event.ctrlKey || event.metaKey || event.altKey || !/^[a-z]$/i.test(event.key)) return;
      event.preventDefault();
      setTyped(event.key.toUpperCase());
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    document.title = symbol === "" ? "Chart · Scanbook" : `${symbol} · Scanbook`;
  }, [symbol]);
  return (
    <div className="chart-page">
      <TopBar onSearch={() => setTyped("")} />
      <DrawingTools />
      <main aria-label={`Chart of ${security?.symbol ?? symbol}`}>
        <h1 className="visually-hidden">Chart of {security?.symbol ?? symbol}</h1>
        <Legend />
        {phase === "failed" ? (
          <div className="centre">
            <Callout.Root color="red" role="alert">
              <Callout.Text className="chart-failure">
                {failureText(error ?? "")}
                <Button size="1" variant="soft" color="red" onClick={() => void show()}>
                  Try again
                </Button>
                <Button size="1" variant="soft" color="gray" onClick={() => setTyped("")}>
                  Search symbols
                </Button>
              </Callout.Text>
            </Callout.Root>
          </div>
        ) : (
          <Canvas />
        )}
        {message !== null && message !== "text" && (
          <Text as="p" size="1" className="chart-message" role="status">
            {message}
          </Text>
        )}
        {studyError !== null && (
          <Text as="p" size="1" color="red" className="chart-message" role="alert">
            {studyError}
          </Text>
        )}
      </main>
      <BottomBar />
      <SymbolSearch typed={typed} onClose={onClose} />
      <TextDialog />
      <EditDrawing />
    </div>
  );
}
