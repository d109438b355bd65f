import { Button } from "@radix-ui/themes";
import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { copyText } from "../state/page/copy.ts";
import { markDone, useJustDone } from "../state/slices/just-done.ts";
import { Icon } from "./icons.tsx";

/** Puts a text on the clipboard; for a second its icon is a check mark. */
export function CopyButton({
  text,
  said,
  children = "Copy",
  ...rest
}: Omit<ComponentProps<typeof Button>, "onClick"> & {
  readonly text: () => string;
  /** What the toast says in place of the usual. */
  readonly said?: string;
}): ReactNode {
  const id = useId();
  const done = useJustDone(id);
  const copy = async (): Promise<void> => {
    if (await copyText(text(), said)) markDone(id);
  };
  return (
    <Button type="button" {...rest} data-done={done} onClick={() => void copy()}>
      <Icon name={done ? "check" : "copy"} size={14} /> {children}
    </Button>
  );
}
