import { AlertDialog, Button, Flex, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { deletionText } from "../../request/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";

interface ConfirmDeleteProps {
  readonly side: CardSide;
  readonly all: boolean;
  /** Columns that go because they name what is deleted. */
  readonly along: readonly string[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before rows are deleted. */
export function ConfirmDelete({ side, all, along, onConfirm, onClose }: ConfirmDeleteProps): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Content maxWidth="440px" size="2">
        <AlertDialog.Title size="4">{all ? "Delete all" : "Delete"}</AlertDialog.Title>
        <AlertDialog.Description size="2">{deletionText(side, all)}</AlertDialog.Description>
        {along.length > 0 && (
          <Text as="p" size="2" mt="3">
            {along.length === 1 ? "This column goes too: " : `These ${along.length} columns go too: `}
            <strong>{along.join(", ")}</strong>.
          </Text>
        )}
        <Flex gap="3" mt="4" justify="end">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <AlertDialog.Action>
            <Button color="red" className="danger" onClick={onConfirm}>
              Delete
            </Button>
          </AlertDialog.Action>
        </Flex>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
