import { Select } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { ColumnStatistics } from "../../../contract/index.ts";
import type { Question } from "../loadable.ts";
import { Sparkline } from "../Sparkline.tsx";
import { ordinal } from "../statistics.ts";
import { decimalsIn, showCount, showShare, showValue } from "../../ui/values.ts";
import { Panel, WhenThere } from "./Panel.tsx";
import "./statistics.css";
import "./value-list.css";

interface StatisticsPanelProps {
  readonly statistics: Question<readonly ColumnStatistics[]>;
  readonly place: number;
  readonly onPlace: (place: number) => void;
  readonly focus: number | null;
  readonly onClose: () => void;
}

/** How the values of one column are spread. */
export function StatisticsPanel({ statistics, place, onPlace, focus, onClose }: StatisticsPanelProps): ReactNode {
  return (
    <Panel title="Statistics" focus={focus} onClose={onClose}>
      <WhenThere {...statistics} doing="Computing the statistics of all rows">
        {(columns) => {
          const column = columns[place];
          return (
            <>
              <Select.Root value={String(place)} onValueChange={(value) => onPlace(Number(value))}>
                <Select.Trigger aria-label="Column" className="which" />
                <Select.Content position="popper">
                  {columns.map(({ name }, index) => (
                    <Select.Item key={name} value={String(index)}>
                      {name}
                    </Select.Item>
                  ))}
                </Select.Content>
              </Select.Root>
              {column && <ColumnSpread column={column} />}
            </>
          );
        }}
      </WhenThere>
    </Panel>
  );
}

const percentile = (p: number): string => (p === 0.5 ? "Median" : `${ordinal(Math.round(p * 100))} percentile`);

function ColumnSpread({ column }: { readonly column: ColumnStatistics }): ReactNode {
  const { rows, nulls, min, max, numbers, truths, top } = column;
  const edges = numbers?.histogram.bins.flatMap(({ from, to }) => [from, to]) ?? [];
  const figures = numbers ? [min, max, numbers.mean, ...numbers.quantiles.map(({ value }) => value)] : [];
  const decimals = decimalsIn([...edges, ...figures], column);
  const shown = (value: unknown): string => showValue(value, column, decimals);
  const lines: (readonly [string, string])[] = [
    ["Rows", showCount(rows)],
    ["Without a value", `${showCount(nulls)}${rows === 0 || nulls === 0 ? "" : ` (${showShare(nulls / rows)})`}`],
    ...(min === null ? [] : [["Minimum", shown(min)] as const]),
    ...(numbers?.quantiles ?? []).map(({ p, value }) => [percentile(p), shown(value)] as const),
    ...(max === null ? [] : [["Maximum", shown(max)] as const]),
    ...(numbers
      ? ([
          ["Mean", shown(numbers.mean)],
          ["Standard deviation", shown(numbers.deviation)],
        ] as const)
      : []),
    ...(truths
      ? ([
          ["True", `${showCount(truths.true)} (${showShare(truths.share ?? 0)})`],
          ["False", showCount(truths.false)],
        ] as const)
      : []),
    ...(top ? [["Different values", showCount(top.distinct)] as const] : []),
  ];
  const { below = 0, above = 0 } = numbers?.histogram ?? {};
  return (
    <>
      {rows > nulls && (
        <figure className="statistics-spread">
          <Sparkline column={column} height={90} />
          {numbers && (
            <figcaption>
              <span>{shown(numbers.histogram.bins[0]?.from)}</span>
              <span>{shown(numbers.histogram.bins.at(-1)?.to)}</span>
            </figcaption>
          )}
        </figure>
      )}
      {below + above > 0 && (
        <p className="hint">
          {showCount(below + above)} rows lie beyond the bars: {showCount(below)} below, {showCount(above)} above.
        </p>
      )}
      <dl className="value-list">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {top && (
        <table className="statistics-top">
          <caption>Most frequent</caption>
          <tbody>
            {top.values.map(({ value, rows: held }) => (
              <tr key={String(value)}>
                <th scope="row">{shown(value)}</th>
                <td>{showCount(held)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
