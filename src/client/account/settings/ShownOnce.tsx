import { Button, Callout } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Icon } from "../../shell/icons.tsx";
import { copyText } from "../../state/copy.ts";

/** A secret that the server tells this once. */
export const ShownOnce = ({ about, text }: { readonly about: string; readonly text: string }): ReactNode => (
  <Callout.Root color="green" role="status" className="shown-once">
    <Callout.Text>
      {about} It is shown this once.
      <code>{text}</code>
      <Button size="1" variant="soft" type="button" onClick={() => void copyText(text)}>
        <Icon name="copy" size={14} /> Copy
      </Button>
    </Callout.Text>
  </Callout.Root>
);
