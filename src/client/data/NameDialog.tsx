import { Button, Dialog, Flex, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { LIMITS, screenText } from "../../vocabulary/index.ts";

/** Asks for a name; stays open while the server refuses it. */
export function NameDialog({
  title,
  name,
  onName,
  onClose,
}: {
  readonly title: string;
  readonly name: string;
  /** True where it was taken. */
  readonly onName: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState(name);
  const [busy, setBusy] = useState(false);
  const empty = text.trim() === "";
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="460px" aria-describedby={undefined}>
        <Dialog.Title size="4">{title}</Dialog.Title>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (empty) return;
            setBusy(true);
            void onName(text.trim()).then((taken) => {
              setBusy(false);
              if (taken) onClose();
            });
          }}
        >
          <TextField.Root
            aria-label="Name"
            value={text}
            maxLength={LIMITS.requestName}
            autoFocus
            onFocus={(event) => event.target.select()}
            onChange={(event) => setText(event.target.value)}
          />
          {empty && (
            <Text as="p" size="1" color="red" mt="1">
              {screenText("request-name-required")}
            </Text>
          )}
          <Flex gap="3" mt="4" justify="end">
            <Dialog.Close>
              <Button type="button" variant="soft" color="gray">
                Cancel
              </Button>
            </Dialog.Close>
            <Button type="submit" disabled={empty} loading={busy}>
              Save
            </Button>
          </Flex>
        </form>
      </Dialog.Content>
    </Dialog.Root>
  );
}
