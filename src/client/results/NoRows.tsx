import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Icon } from "../ui/icons.tsx";
import { ORIGINAL_ORDER } from "./rows-order.ts";
import type { RowsOrder } from "./rows-order.ts";
import { whyNoRows } from "./shown-run.ts";
import type { ShownRun } from "./shown-run.ts";

interface NoRowsProps {
  readonly run: ShownRun;
  readonly order: RowsOrder;
  readonly onOrder: (order: RowsOrder) => void;
}

/** In place of the rows where there are none, or none that is looked for. */
export function NoRows({ run, order, onOrder }: NoRowsProps): ReactNode {
  if (run.status.rows === 0) {
    const { why, next } = whyNoRows(run.status);
    return (
      <div className="results-nothing">
        <Icon name="filter" size={28} />
        <p>{why}</p>
        <p>{next}</p>
      </div>
    );
  }
  return (
    <div className="results-nothing">
      <Icon name="search" size={28} />
      <p>
        {order.where.length === 0 ? `No row holds “${order.search}”.` : "No row meets every condition on its columns."}
      </p>
      <Button variant="soft" mt="3" onClick={() => onOrder({ ...ORIGINAL_ORDER, sort: order.sort })}>
        Show all rows
      </Button>
    </div>
  );
}
