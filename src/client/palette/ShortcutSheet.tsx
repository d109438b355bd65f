import { Dialog, IconButton } from "@radix-ui/themes";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { commands, onCommands } from "../commands/registry.ts";
import { Icon } from "../ui/icons.tsx";
import { commandsWithKeys } from "./keys-shown.ts";
import { Keys } from "./Keys.tsx";
import "./shortcuts.css";

/** Every command that has keys, by group. */
export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const all = useSyncExternalStore(onCommands, commands);
  const groups = [...Map.groupBy(commandsWithKeys(all), ({ group }) => group)];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="720px" aria-describedby={undefined} className="shortcuts">
        <header>
          <Dialog.Title size="4">Keyboard shortcuts</Dialog.Title>
          <Dialog.Close>
            <IconButton variant="ghost" color="gray" aria-label="Close">
              <Icon name="cross" />
            </IconButton>
          </Dialog.Close>
        </header>
        <div className="groups">
          {groups.map(([group, listed]) => (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <dl>
                {listed.map(({ id, title, keys = [] }) => (
                  <div key={id}>
                    <dt>{title}</dt>
                    <dd>
                      {keys.map((one) => (
                        <Keys key={one} keys={one} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </Dialog.Content>
    </Dialog.Root>
  );
}
