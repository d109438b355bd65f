import { Button, Popover, Skeleton } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { tradeEndText } from "../../../contract/index.ts";
import type { ChartBars, RowTrade } from "../../../contract/index.ts";
import { clock, DAY_MS } from "../../../vocabulary/index.ts";
import { openChart } from "../../charting/open-chart.ts";
import { Icon } from "../../ui/icons.tsx";
import { call } from "../../state/queries/calls.ts";
import { answerOrThrow } from "../../state/queries/route-query.ts";
import { useLoadable } from "../loadable.ts";
import { showDate, showValue } from "../../ui/values.ts";
import { candlesOf, tradeMarksOf } from "./candles.ts";
import "./candles.css";

/** Sessions shown before and after the day. */
const SESSIONS_BEFORE = 40;
const SESSIONS_AFTER = 12;

interface RowChartProps {
  readonly id: string;
  readonly symbol: string;
  readonly date: string;
}

/** The daily bars around a row's day, in a popover. */
export function RowChart(props: RowChartProps): ReactNode {
  return (
    <Popover.Root>
      <Popover.Trigger>
        <Button size="1" variant="soft">
          <Icon name="chart" size={14} /> Chart
        </Button>
      </Popover.Trigger>
      <Popover.Content className="row-chart" width="460px" maxWidth="calc(100vw - 24px)" aria-label="Chart">
        <Chart {...props} />
        <Button
          size="1"
          variant="soft"
          mt="2"
          onClick={() => void openChart({ request: props.id, symbol: props.symbol, date: props.date })}
        >
          <Icon name="chart" size={14} /> Open in chart
        </Button>
      </Popover.Content>
    </Popover.Root>
  );
}

type Bars = ChartBars["bars"];

/** Bars up to the day and after it; split-adjusted, so that a split makes no gap. */
async function barsAround(symbol: string, date: string, signal: AbortSignal): Promise<Bars> {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const which = { symbol, date, timeframe: "1D" };
  const [past, future] = await Promise.all([
    answerOrThrow(call("chartBars", { query: { ...which, before: next, limit: SESSIONS_BEFORE + 1 }, signal })),
    answerOrThrow(call("chartBars", { query: { ...which, after: date, limit: SESSIONS_AFTER }, signal })),
  ]);
  return [...past.bars, ...future.bars];
}

/** The bars, and the trades of the row once they are there. */
function Chart({ id, symbol, date }: RowChartProps): ReactNode {
  const { loadable } = useLoadable({
    queryKey: ["chartBars", symbol, date],
    queryFn: ({ signal }) => barsAround(symbol, date, signal),
  });
  const trades = useLoadable({
    queryKey: ["chartTrades", id, symbol, date],
    queryFn: ({ signal }) => answerOrThrow(call("chartTrades", { query: { request: id, symbol, date }, signal })),
  }).loadable;
  if (loadable.phase === "loading") return <Skeleton height="190px" />;
  if (loadable.phase === "failed") return <p role="alert">{loadable.message}</p>;
  const found = trades.phase === "ready" ? trades.value.items : [];
  return (
    <>
      <Candlesticks symbol={symbol} date={date} bars={loadable.value} trades={found} />
      {found.map((trade) => (
        <p key={trade.columns.join()} className="candles-trade">
          {tradeText(trade)}
        </p>
      ))}
    </>
  );
}

/** Pixels of a bar's place and of the drawing's height. */
const [PLACE, HEIGHT] = [8, 160];

const price = (value: number | null): string => showValue(value, { type: "number", unit: "price" });

const momentText = ({ date, time, price: at }: RowTrade["entry"]): string =>
  `${price(at)} on ${showDate(date)}${time === null ? "" : ` ${clock(time)}`}`;

const tradeText = (trade: RowTrade): string =>
  `${trade.columns[0]}: ${trade.side} at ${momentText(trade.entry)}, ${tradeEndText(trade, momentText)}; prices as traded`;

interface CandlesticksProps extends Omit<RowChartProps, "id"> {
  readonly bars: Bars;
  readonly trades: readonly RowTrade[];
}

function Candlesticks({ symbol, date, bars, trades }: CandlesticksProps): ReactNode {
  const drawn = candlesOf(bars);
  const [at, setAt] = useState<number | null>(null);
  const day = bars.findIndex(({ time }) => time === date);
  if (drawn === null) return <p>There are no bars around this day.</p>;
  const shown = bars[at ?? day];
  return (
    <figure className="candles">
      <figcaption>
        <strong>{symbol}</strong>
        {shown && (
          <span>
            {showDate(shown.time)} O {price(shown.open)} H {price(shown.high)} L {price(shown.low)} C{" "}
            {price(shown.close)}
          </span>
        )}
      </figcaption>
      <svg
        role="img"
        aria-label={`Daily bars of ${symbol} around ${showDate(date)}, ${price(drawn.least)} to ${price(drawn.most)}`}
        viewBox={`0 0 ${bars.length * PLACE} ${HEIGHT}`}
        preserveAspectRatio="none"
        onPointerLeave={() => setAt(null)}
      >
        {day >= 0 && <rect className="day" x={day * PLACE} y={0} width={PLACE} height={HEIGHT} />}
        {drawn.candles.map((candle, index) => (
          <g key={bars[index]?.time} onPointerEnter={() => setAt(index)}>
            <rect className="place" x={index * PLACE} y={0} width={PLACE} height={HEIGHT} />
            {candle !== null && (
              <g className={candle.up ? "up" : "down"}>
                <rect
                  x={index * PLACE + PLACE / 2 - 0.5}
                  y={candle.high * HEIGHT}
                  width={1}
                  height={(candle.low - candle.high) * HEIGHT}
                />
                <rect
                  x={index * PLACE + 1.5}
                  y={candle.top * HEIGHT}
                  width={PLACE - 3}
                  height={Math.max(1, (candle.bottom - candle.top) * HEIGHT)}
                />
              </g>
            )}
          </g>
        ))}
        {tradeMarksOf(bars, trades).map(({ index, below, kind }) => {
          const candle = drawn.candles[index];
          if (!candle) return null;
          const [middle, tip] = [index * PLACE + PLACE / 2, (below ? candle.low : candle.high) * HEIGHT];
          const [from, to] = below ? [tip + 1, tip + 8] : [tip - 1, tip - 8];
          return (
            <polygon
              key={`${index} ${kind} ${below}`}
              className={kind}
              points={`${middle},${from} ${middle - 4},${to} ${middle + 4},${to}`}
            />
          );
        })}
      </svg>
      <div className="axis" aria-hidden="true">
        <span>{bars[0] && showDate(bars[0].time)}</span>
        <span>{bars.length > 0 && showDate(bars.at(-1)?.time ?? "")}</span>
      </div>
    </figure>
  );
}
