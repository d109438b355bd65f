import { Button, Callout } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Icon } from "../../shell/icons.tsx";
import { copyText } from "../../state/copy.ts";

interface ShownOnceProps {
  /** What `text` is, as it reads after "Copy ". */
  readonly what: string;
  readonly text: string;
}

/** A secret that the server sends only once. */
export const ShownOnce = ({ what, text }: ShownOnceProps): ReactNode => (
  <Callout.Root color="green" role="status" className="shown-once">
    <Callout.Text>
      Copy {what} now; you won&apos;t see it again.
      <code>{text}</code>
      <Button size="1" variant="soft" type="button" onClick={() => void copyText(text)}>
        <Icon name="copy" size={14} /> Copy
      </Button>
    </Callout.Text>
  </Callout.Root>
);
