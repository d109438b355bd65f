import { Button, Dialog, Flex, TextField } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CHART_LIMITS } from "../../vocabulary/index.ts";
import { interaction } from "../state/chart.ts";
import { placeText } from "../state/drawing.ts";

/** Asks for the text that goes where the chart was clicked. */
export function TextDialog(): ReactNode {
  const { message } = useSnapshot(interaction);
  return (
    <Dialog.Root open={message === "text"} onOpenChange={(open) => !open && placeText("")}>
      <Dialog.Content maxWidth="420px" aria-describedby={undefined}>
        <Dialog.Title size="3">Text on the chart</Dialog.Title>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const text = new FormData(event.currentTarget).get("text");
            placeText(typeof text === "string" ? text : "");
          }}
        >
          <TextField.Root name="text" aria-label="Text" autoFocus maxLength={CHART_LIMITS.drawingText} />
          <Flex mt="3" gap="2" justify="end">
            <Button type="submit">Place text</Button>
          </Flex>
        </form>
      </Dialog.Content>
    </Dialog.Root>
  );
}
