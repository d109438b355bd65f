import { Button, DropdownMenu } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { lazily } from "../../ui/lazily.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { ColumnItemsProps } from "./ColumnItems.tsx";

const ColumnItems = lazily(async () => ({ default: (await import("./ColumnItems.tsx")).ColumnItems }));

/** Which columns are on screen; files have all of them. */
export function ColumnsMenu(props: ColumnItemsProps): ReactNode {
  const { columns, layout } = props;
  const hidden = columns.filter(({ name }) => layout.hidden.includes(name)).length;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <Button size="1" variant="soft" color="gray">
          <Icon name="columns" size={14} /> Columns{hidden > 0 && ` (${hidden} hidden)`}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        <ColumnItems {...props} />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
