import { AlertDialog, Button, Flex } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { deletionText } from "../../request/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";

interface ConfirmDeleteProps {
  readonly side: CardSide;
  readonly all: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before rows are deleted. */
export function ConfirmDelete({ side, all, onConfirm, onClose }: ConfirmDeleteProps): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Content maxWidth="440px" size="2">
        <AlertDialog.Title size="4">{all ? "Delete all" : "Delete"}</AlertDialog.Title>
        <AlertDialog.Description size="2">{deletionText(side, all)}</AlertDialog.Description>
        <Flex gap="3" mt="4" justify="end">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <AlertDialog.Action>
            <Button color="red" onClick={onConfirm}>
              Delete
            </Button>
          </AlertDialog.Action>
        </Flex>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
