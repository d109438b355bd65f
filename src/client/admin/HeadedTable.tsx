import { Table } from "@radix-ui/themes";
import type { CSSProperties, ReactNode } from "react";
import "./headed-table.css";

export interface Head {
  readonly label: string;
  /** Stands over numbers. */
  readonly align?: "left" | "right";
  /** What stands for the label where it does more than name the column: its cell. */
  readonly cell?: ReactNode;
}

interface HeadedTableProps {
  readonly label: string;
  readonly heads: readonly (string | Head)[];
  readonly className?: string;
  /** Its rows. */
  readonly children: ReactNode;
}

/** What a cell is of, for the style sheet: on a phone a row is a card, and each of its values has its head above it. */
const headsOf = (labels: readonly string[]): CSSProperties =>
  Object.fromEntries(labels.map((label, index) => [`--head-${index + 1}`, JSON.stringify(label)]));

/** A table with a head for each column; one that is wider than its place scrolls there. */
export function HeadedTable({ label, heads, className = "headed-table", children }: HeadedTableProps): ReactNode {
  const all = heads.map((head): Head => (typeof head === "string" ? { label: head } : head));
  return (
    <div className="scroll" role="region" aria-label={label} tabIndex={0}>
      <Table.Root size="1" className={className} style={headsOf(all.map((head) => head.label))}>
        <Table.Header>
          <Table.Row>
            {all.map(({ label: text, align = "left", cell }) =>
              cell === undefined ? (
                <Table.ColumnHeaderCell key={text} align={align}>
                  {text}
                </Table.ColumnHeaderCell>
              ) : (
                cell
              ),
            )}
          </Table.Row>
        </Table.Header>
        <Table.Body>{children}</Table.Body>
      </Table.Root>
    </div>
  );
}
