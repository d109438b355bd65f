import type { ReactNode } from "react";
import { decimalsIn, showValue } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";
import { SymbolButton } from "./SymbolButton.tsx";
import "./sample-rows.css";

/** A few rows of a result, as a plain table; symbols open charts. */
export function SampleRows({
  label,
  columns,
  rows,
}: {
  readonly label: string;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly (readonly unknown[])[];
}): ReactNode {
  const decimals = columns.map((column, place) =>
    decimalsIn(
      rows.map((row) => row[place]),
      column,
    ),
  );
  return (
    <div className="sample-rows" role="region" aria-label={label} tabIndex={0}>
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
                  {place === 0 ? (
                    <SymbolButton symbol={String(row[0])} />
                  ) : (
                    showValue(row[place], column, decimals[place]) || <span aria-label="no value">–</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
