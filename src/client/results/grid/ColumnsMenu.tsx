import { Button, DropdownMenu } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icons.tsx";
import { hideTurned } from "./layout.ts";
import type { Column, Layout } from "./layout.ts";

interface ColumnsMenuProps {
  readonly columns: readonly Column[];
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
}

/** Which columns are on screen; files have all of them. */
export function ColumnsMenu({ columns, layout, onLayout }: ColumnsMenuProps): ReactNode {
  const hidden = columns.filter(({ name }) => layout.hidden.includes(name)).length;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <Button size="1" variant="soft" color="gray">
          <Icon name="columns" size={14} /> Columns{hidden > 0 && ` (${hidden} hidden)`}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
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
        <DropdownMenu.Separator />
        <DropdownMenu.Item disabled={hidden === 0} onSelect={() => onLayout({ ...layout, hidden: [] })}>
          Show all
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={layout.order.length === 0} onSelect={() => onLayout({ ...layout, order: [] })}>
          Order of the request
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
