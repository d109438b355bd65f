import { Button, Dialog, Flex } from "@radix-ui/themes";
import type { ReactNode } from "react";

/** A dialog that is only read: a title, what it is about, the content, and Close. */
export function ReadDialog({
  title,
  about,
  width,
  onClose,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly width: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth={`${width}px`}>
        <Dialog.Title size="4">{title}</Dialog.Title>
        <Dialog.Description size="2" color="gray" mb="3">
          {about}
        </Dialog.Description>
        {children}
        <Flex justify="end" mt="3">
          <Dialog.Close>
            <Button variant="soft" color="gray">
              Close
            </Button>
          </Dialog.Close>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}
