import { Callout } from "@radix-ui/themes";
import type { ReactNode } from "react";

/** What went wrong, also announced to screen readers. */
export const Failure = ({ text }: { readonly text: string | null }): ReactNode =>
  text === null ? null : (
    <Callout.Root color="red" role="alert" size="1">
      <Callout.Text>{text}</Callout.Text>
    </Callout.Root>
  );
