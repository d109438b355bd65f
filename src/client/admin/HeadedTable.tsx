import { Table } from "@radix-ui/themes";
import type { ReactNode } from "react";

interface HeadedTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly className?: string;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table with a head for each column; one that is wider than its place scrolls there. */
export function HeadedTable({ label, heads, className, children }: HeadedTableProps): ReactNode {
  return (
    <div className="scroll" role="region" aria-label={label} tabIndex={0}>
      <Table.Root size="1" {...(className !== undefined && { className })}>
        <Table.Header>
          <Table.Row>
            {heads.map((head) => (
              <Table.ColumnHeaderCell key={head}>{head}</Table.ColumnHeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>{children}</Table.Body>
      </Table.Root>
    </div>
  );
}
