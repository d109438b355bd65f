import { Table } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useRoute } from "../state/queries/use-route.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { showCount, showDate } from "../ui/values.ts";
import { HeadedTable } from "./HeadedTable.tsx";
import "./pins.css";

const HEADS = ["Symbol", "Date", "Formula", "Pinned", "Is now", "Row"] as const;

/** Pinned values that do not hold on the market of now. */
export function Pins(): ReactNode {
  const query = useRoute("pinnedValues");
  const check = query.value?.check;
  return (
    <section className="pins" aria-labelledby="pins">
      <header>
        <h2 id="pins">Pinned values</h2>
      </header>
      <LoadState loaded={query} height="60px" />
      {check === null && query.error === null && (
        <p className="none">
          Nothing is pinned. The setting PINNED_VALUES names a file of values that must not change.
        </p>
      )}
      {check !== null && check !== undefined && query.error === null && (
        <>
          {check.mistakes.length > 0 && (
            <ul role="alert">
              {check.mistakes.map(({ row, message }) => (
                <li key={`${row} ${message}`}>{row === null ? message : `Row ${row}: ${message}`}</li>
              ))}
            </ul>
          )}
          {check.count > 0 && (
            <p className={check.broken === 0 ? "none" : undefined}>
              {check.broken === 0
                ? `All ${showCount(check.count)} hold.`
                : `${showCount(check.broken)} of ${showCount(check.count)} do not hold.`}
            </p>
          )}
          {check.items.length > 0 && (
            <HeadedTable label="Pinned values that do not hold" heads={HEADS}>
              {check.items.map(({ row, symbol, date, formula, expected, seen }) => (
                <Table.Row key={row}>
                  <Table.RowHeaderCell>{symbol}</Table.RowHeaderCell>
                  <Table.Cell>{showDate(date)}</Table.Cell>
                  <Table.Cell className="lines wide">
                    <code>{formula}</code>
                  </Table.Cell>
                  <Table.Cell>{expected === "" ? "null" : expected}</Table.Cell>
                  <Table.Cell>{seen}</Table.Cell>
                  <Table.Cell>{row}</Table.Cell>
                </Table.Row>
              ))}
            </HeadedTable>
          )}
        </>
      )}
    </section>
  );
}
