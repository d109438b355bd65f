import { DropdownMenu, IconButton } from "@radix-ui/themes";
import { Fragment, useRef } from "react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icons.tsx";
import type { ColumnActions, ColumnInMenu } from "./column-actions.ts";
import { columnMenu } from "./column-menu.ts";

interface ColumnMenuProps {
  readonly at: ColumnInMenu;
  readonly does: ColumnActions;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onFocusBack: () => void;
}

/** What can be done with a column. */
export default function ColumnMenu({ at, does, open, onOpen, onFocusBack }: ColumnMenuProps): ReactNode {
  // What takes the focus itself keeps it.
  const taken = useRef(false);
  return (
    <DropdownMenu.Root open={open} onOpenChange={onOpen}>
      <DropdownMenu.Trigger>
        <IconButton size="1" variant="ghost" color="gray" tabIndex={-1} aria-label={`Column ${at.column.name}`}>
          <Icon name="more" size={12} />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="start"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (!taken.current) onFocusBack();
          taken.current = false;
        }}
      >
        {columnMenu(at, does).map((items, group) => (
          <Fragment key={group}>
            {group > 0 && <DropdownMenu.Separator />}
            {items.map(({ title, disabled, run }) => (
              <DropdownMenu.Item
                key={title}
                disabled={disabled}
                onSelect={() => {
                  taken.current = title.endsWith("…");
                  run();
                }}
              >
                {title}
              </DropdownMenu.Item>
            ))}
          </Fragment>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
