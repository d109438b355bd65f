import { Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { tradeEndText } from "../../contract/index.ts";
import type { RowTrade } from "../../contract/index.ts";
import { clock, showTime } from "../../vocabulary/index.ts";
import { lineColour } from "../canvas/colours.ts";
import { decimalsOfLine, decimalsOfPrice, priceText } from "../canvas/series.ts";
import { placeOf } from "../canvas/times.ts";
import { content, data, pointed } from "../state/chart.ts";

const withDecimals = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** As the axis writes them. */
const FORMATS = { 2: withDecimals(2), 4: withDecimals(4) } as const;
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const shown = (value: number | null | undefined, format: Intl.NumberFormat): string =>
  value === null || value === undefined ? "–" : format.format(value);

const momentText = ({ date, time, price }: RowTrade["entry"]): string =>
  `${priceText(price)} on ${showTime(time === null ? date : `${date}T${clock(time)}`)}`;

/** The bar under the pointer, else the last one, in numbers; and the values of indicators on it. */
export function Legend(): ReactNode {
  const { security, loaded, studies, compared, trades, phase } = useSnapshot(data);
  const { timeframe, adjusted, hours } = useSnapshot(content);
  const { bar } = useSnapshot(pointed);
  const price = FORMATS[decimalsOfPrice(loaded?.bars ?? [])];
  const at = bar ?? loaded?.bars.at(-1) ?? null;
  // Each line's colour is by its place among all lines, as on the canvas.
  const counts = studies.map(({ items }) => items.reduce((sum, { lines }) => sum + lines.length, 0));
  return (
    <div className="legend" aria-live="off">
      <Text as="div" size="2">
        <strong>{security?.symbol ?? ""}</strong> {security?.name ?? ""}{" "}
        <Text color="gray">
          {timeframe}
          {/[mh]$/.test(timeframe) ? `, ${hours} hours` : ""}, {adjusted ? "adjusted" : "as traded"}
        </Text>
      </Text>
      {phase !== "failed" && at !== null && (
        <Text as="div" size="1" className="numbers">
          <span>{showTime(at.time)}</span> <span>O {shown(at.open, price)}</span> <span>H {shown(at.high, price)}</span>{" "}
          <span>L {shown(at.low, price)}</span> <span>C {shown(at.close, price)}</span>{" "}
          <span>V {shown(at.volume, whole)}</span>
        </Text>
      )}
      {trades.map(({ columns, side, entry, exit, reason }) => (
        <Text key={columns.join()} as="div" size="1" className="numbers" data-trade={side}>
          <span>{columns[0]}</span>{" "}
          <span>
            {side} at {momentText(entry)}
          </span>{" "}
          <span>{tradeEndText({ exit, reason }, momentText)}</span> <span>as traded</span>
        </Text>
      ))}
      {compared.map(({ symbol }, index) => (
        <Text key={symbol} as="div" size="1">
          <i style={{ background: lineColour(index + 1) }} /> {symbol}, change in percent
        </Text>
      ))}
      {studies.map(({ id, items, times }, index) => {
        const first = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
        const place = at === null ? -1 : placeOf(times, at.time);
        return items.map(({ name, parameters, lines }) => (
          <Text key={id} as="div" size="1" className="numbers" data-study={name}>
            {name.toUpperCase()} {parameters.join(", ")}{" "}
            {lines.map((line, nth) => (
              <span key={line.name}>
                <i style={{ background: lineColour(first + nth) }} /> {lines.length > 1 ? `${line.name} ` : ""}
                {shown(
                  times[place] === at?.time ? line.values[place] : null,
                  FORMATS[decimalsOfLine(line.values)],
                )}{" "}
              </span>
            ))}
          </Text>
        ));
      })}
    </div>
  );
}
