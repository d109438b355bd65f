import { Callout } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { CopyButton } from "../../ui/CopyButton.tsx";
import "./shown-once.css";

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
      <CopyButton size="1" variant="soft" text={() => text} />
    </Callout.Text>
  </Callout.Root>
);
