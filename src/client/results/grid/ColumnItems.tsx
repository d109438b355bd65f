import { DropdownMenu } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { hideTurned } from "./layout.ts";
import type { Column, Layout } from "./layout.ts";

export interface ColumnItemsProps {
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
  /** Shows the column of labels; null where it is among the columns. */
  readonly onLabels: (() => void) | null;
}

/** What stands in the menu of columns. */
export function ColumnItems({ columns, layout, onLayout, onLabels }: ColumnItemsProps): ReactNode {
  const hidden = columns.filter(({ name }) => layout.hidden.includes(name)).length;
  return (
    <>
      {columns.map(({ name }) => {
        const isShown = !layout.hidden.includes(name);
        return (
          <DropdownMenu.CheckboxItem
            key={name}
            checked={isShown}
            disabled={isShown && hidden === columns.length - 1}
            // It stays open: one seldom hides a single column.
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={() => onLayout(hideTurned(layout, name))}
          >
            {name}
          </DropdownMenu.CheckboxItem>
        );
      })}
      {onLabels !== null && (
        <DropdownMenu.CheckboxItem checked={false} onCheckedChange={onLabels}>
          Your labels (keys 1 to 9)
        </DropdownMenu.CheckboxItem>
      )}
      <DropdownMenu.Separator />
      <DropdownMenu.Item disabled={hidden === 0} onSelect={() => onLayout({ ...layout, hidden: [] })}>
        Show all
      </DropdownMenu.Item>
      <DropdownMenu.Item disabled={layout.order.length === 0} onSelect={() => onLayout({ ...layout, order: [] })}>
        Order of the request
      </DropdownMenu.Item>
    </>
  );
}
