import { DropdownMenu, IconButton } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icons.tsx";
import { ITEM_ACTIONS, refusal } from "./item-actions.ts";
import type { Item } from "./item.ts";
import type { View } from "./list-query.ts";
import "./item.css";

/** Everything that can be done with one row. */
export function ItemMenu({ item, view }: { readonly item: Item; readonly view: View }): ReactNode {
  const [open, setOpen] = useState(false);
  const items = [item];
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger>
        <IconButton variant="ghost" color="gray" aria-label={`${item.name}: more`}>
          <Icon name="more" />
        </IconButton>
      </DropdownMenu.Trigger>
      {open && (
        <DropdownMenu.Content align="end" className="item-menu">
          {ITEM_ACTIONS.filter((action) => action.offered(items, view)).map((action) => {
            const why = refusal(action, items);
            return (
              <DropdownMenu.Item
                key={action.id}
                disabled={why !== null}
                color={action.danger === true && why === null ? "red" : undefined}
                {...(action.key === undefined ? {} : { shortcut: action.key })}
                // After the menu has given the focus back: what opens then takes it and returns it here.
                onSelect={() => setTimeout(() => action.run(items))}
              >
                <Icon name={action.icon} />
                <span>
                  {action.title(items)}
                  {why !== null && <small>{why}</small>}
                </span>
              </DropdownMenu.Item>
            );
          })}
        </DropdownMenu.Content>
      )}
    </DropdownMenu.Root>
  );
}
