import { AlertDialog, Button, Flex, Text, TextField } from "@radix-ui/themes";
import { useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { asking } from "../state/slices/confirm.ts";

/** The question that `confirmed` asks. */
export default function ConfirmDialog(): ReactNode {
  const { question, answer } = useSnapshot(asking);
  const reason = useRef<HTMLInputElement>(null);
  return (
    <AlertDialog.Root open={question !== null} onOpenChange={(open) => !open && answer(null)}>
      {question !== null && (
        <AlertDialog.Content maxWidth="440px" size="3">
          <AlertDialog.Title size="4">{question.title}</AlertDialog.Title>
          <AlertDialog.Description size="2">{question.text}</AlertDialog.Description>
          {question.reason === true && (
            <Text as="label" size="2" mt="3">
              Reason
              <TextField.Root ref={reason} mt="1" maxLength={1_000} />
            </Text>
          )}
          <Flex gap="3" mt="4" justify="end">
            <AlertDialog.Cancel>
              <Button variant="soft" color="gray">
                {question.refusal ?? "Cancel"}
              </Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action>
              <Button
                color="red"
                className="danger"
                onClick={() => answer({ reason: reason.current?.value.trim() ?? "" })}
              >
                {question.action}
              </Button>
            </AlertDialog.Action>
          </Flex>
        </AlertDialog.Content>
      )}
    </AlertDialog.Root>
  );
}
