import { Button, Dialog, Flex } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";

interface FormDialogProps {
  readonly title: string;
  readonly about?: string;
  /** What the button that sends says. */
  readonly submit: string;
  readonly incomplete: boolean;
  /** True where it is done: the dialog closes; it stays open where it was refused. */
  readonly onSubmit: () => Promise<boolean>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog of a few fields that are sent together. */
export function FormDialog({
  title,
  about,
  submit,
  incomplete,
  onSubmit,
  onClose,
  children,
}: FormDialogProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const done = await onSubmit();
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="460px" {...(about === undefined ? { "aria-describedby": undefined } : {})}>
        <Dialog.Title size="4">{title}</Dialog.Title>
        {about !== undefined && (
          <Dialog.Description size="2" mb="3">
            {about}
          </Dialog.Description>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!incomplete) void send();
          }}
        >
          {children}
          <Flex gap="3" mt="4" justify="end">
            <Dialog.Close>
              <Button type="button" variant="soft" color="gray">
                Cancel
              </Button>
            </Dialog.Close>
            <Button type="submit" disabled={incomplete} loading={busy}>
              {submit}
            </Button>
          </Flex>
        </form>
      </Dialog.Content>
    </Dialog.Root>
  );
}
