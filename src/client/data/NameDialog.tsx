import { Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { LIMITS, screenText } from "../../vocabulary/index.ts";
import { FormDialog } from "../ui/FormDialog.tsx";

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
  const empty = text.trim() === "";
  return (
    <FormDialog title={title} submit="Save" incomplete={empty} onSubmit={() => onName(text.trim())} onClose={onClose}>
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
    </FormDialog>
  );
}
