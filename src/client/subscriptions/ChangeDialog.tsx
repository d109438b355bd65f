import { Button, Dialog, Flex, Table } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { agreeToChange } from "./billing.ts";
import { subscriptions } from "../state/slices/subscriptions.ts";
import { showMoney } from "../ui/values.ts";

/** What a change costs now, line by line, before it is agreed to. */
export function ChangeDialog(): ReactNode {
  const { update: change, busy } = useSnapshot(subscriptions);
  const close = (): void => {
    subscriptions.update = null;
  };
  return (
    <Dialog.Root open={change !== null} onOpenChange={(open) => !open && close()}>
      {change !== null && (
        <Dialog.Content maxWidth="560px">
          <Dialog.Title>Change to {change.product.name}</Dialog.Title>
          <Dialog.Description size="2">
            {change.amount_due > 0
              ? `You pay ${showMoney(change.amount_due, change.currency)} now.`
              : "Nothing is charged now. The difference stays as credit for later invoices."}
          </Dialog.Description>
          <Table.Root size="1" mt="3">
            <Table.Body>
              {change.lines.map(({ description, amount }) => (
                <Table.Row key={`${description} ${amount}`}>
                  <Table.RowHeaderCell>{description}</Table.RowHeaderCell>
                  <Table.Cell align="right">{showMoney(amount, change.currency)}</Table.Cell>
                </Table.Row>
              ))}
              <Table.Row>
                <Table.RowHeaderCell>
                  <strong>Total</strong>
                </Table.RowHeaderCell>
                <Table.Cell align="right">
                  <strong>{showMoney(change.total, change.currency)}</strong>
                </Table.Cell>
              </Table.Row>
            </Table.Body>
          </Table.Root>
          <Flex gap="3" mt="4" justify="end">
            <Dialog.Close>
              <Button variant="soft" color="gray">
                Not now
              </Button>
            </Dialog.Close>
            <Button loading={busy === "change"} onClick={() => void agreeToChange()}>
              Change to {change.product.name}
            </Button>
          </Flex>
        </Dialog.Content>
      )}
    </Dialog.Root>
  );
}
