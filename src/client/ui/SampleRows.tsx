import type { ReactNode } from "react";
import { decimalsIn, showMove } from "./values.ts";
import type { ShownColumn } from "./values.ts";
import "./sample-rows.css";

/** A few rows of a result, as a plain table that begins with symbols. */
export function SampleRows({
  label,
  columns,
  rows,
  symbol = (text) => <strong>{text}</strong>,
}: {
  readonly label: string;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly (readonly unknown[])[];
  /** How a symbol is drawn. */
  readonly symbol?: (text: string) => ReactNode;
}): ReactNode {
  const decimals = columns.map((column, place) =>
    decimalsIn(
      rows.map((row) => row[place]),
      column,
    ),
  );
  return (
    <div className="sample-rows scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, type }) => (
              <th key={name} scope="col" className={type}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${String(row[0])} ${String(row[1])}`}>
              {columns.map((column, place) => (
                <td key={column.name} className={column.type}>
                  {place === 0
                    ? symbol(String(row[0]))
                    : showMove(row[place], column, decimals[place]) || <span aria-label="no value">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
