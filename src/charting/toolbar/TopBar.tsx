import { Button, IconButton, SegmentedControl, Select, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ChartTimeframeName } from "../../contract/index.ts";
import { CHART_SCREENSHOT, CHART_STYLES, CHART_TIMEFRAMES } from "../../vocabulary/index.ts";
import { appearance, turnAppearance } from "../state/appearance.ts";
import { keepContent, show } from "../state/begin.ts";
import { content, data } from "../state/chart.ts";
import { saveScreenshot } from "../canvas/screenshot.ts";
import { session } from "../state/session.ts";
import { Compare } from "./Compare.tsx";
import { Indicators } from "./Indicators.tsx";
import { MarketStatus } from "./MarketStatus.tsx";
import { SaveLoad } from "./SaveLoad.tsx";
import { ToolIcon } from "./ToolIcon.tsx";

/** What is shown: symbol, bars, hours, basis, indicators, comparisons; saving and loading. */
export function TopBar({ onSearch }: { readonly onSearch: () => void }): ReactNode {
  const { product, security } = useSnapshot(data);
  const { symbol, timeframe, hours, adjusted, style, scale } = useSnapshot(content);
  const { product: home } = useSnapshot(session);
  const { shown } = useSnapshot(appearance);
  const [failure, setFailure] = useState<string | null>(null);
  const allowed = product?.product.chart_timeframe ?? [];
  const screenshot = product?.features.includes(CHART_SCREENSHOT) === true;
  return (
    <header className="top-bar">
      <a href={home} className="home">
        Scanbook
      </a>
      <Button variant="surface" onClick={onSearch} aria-label={`Symbol search, now ${symbol}`}>
        {security?.symbol ?? symbol}
      </Button>
      <Select.Root
        value={timeframe}
        onValueChange={(value) => {
          content.timeframe = ChartTimeframeName.parse(value);
          void show();
        }}
      >
        <Select.Trigger aria-label="Timeframe" variant="surface" />
        <Select.Content>
          {CHART_TIMEFRAMES.map(({ name, title }) => (
            <Select.Item key={name} value={name} disabled={!allowed.includes(name)}>
              {title}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
      {/[mh]$/.test(timeframe) && (
        <SegmentedControl.Root
          value={hours}
          size="1"
          aria-label="Hours"
          onValueChange={(value) => {
            content.hours = value === "extended" ? "extended" : "regular";
            void show();
          }}
        >
          <SegmentedControl.Item value="regular">Regular</SegmentedControl.Item>
          <SegmentedControl.Item value="extended">Extended</SegmentedControl.Item>
        </SegmentedControl.Root>
      )}
      <Select.Root
        value={style}
        onValueChange={(value) => {
          content.style = CHART_STYLES.find((each) => each === value) ?? "candles";
          keepContent();
        }}
      >
        <Select.Trigger aria-label="Style" variant="surface" />
        <Select.Content>
          {CHART_STYLES.map((each) => (
            <Select.Item key={each} value={each}>
              {each[0]?.toUpperCase()}
              {each.slice(1)}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
      <Button
        variant={adjusted ? "soft" : "surface"}
        aria-pressed={adjusted}
        onClick={() => {
          content.adjusted = !content.adjusted;
          void show();
        }}
      >
        Adjusted
      </Button>
      <Button
        variant={scale === "logarithmic" ? "soft" : "surface"}
        aria-pressed={scale === "logarithmic"}
        onClick={() => {
          content.scale = content.scale === "linear" ? "logarithmic" : "linear";
          keepContent();
        }}
      >
        Log
      </Button>
      <Indicators />
      <Compare />
      <SaveLoad />
      {screenshot && (
        <IconButton
          variant="ghost"
          color="gray"
          aria-label="Screenshot"
          onClick={() => void saveScreenshot().then(setFailure)}
        >
          <ToolIcon name="camera" />
        </IconButton>
      )}
      <IconButton
        variant="ghost"
        color="gray"
        aria-label={shown === "dark" ? "Light theme" : "Dark theme"}
        onClick={turnAppearance}
      >
        <ToolIcon name="turn" />
      </IconButton>
      <MarketStatus />
      {failure !== null && (
        <Text size="1" color="red" role="alert">
          {failure}
        </Text>
      )}
    </header>
  );
}
