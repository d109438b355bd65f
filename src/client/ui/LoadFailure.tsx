import { Button, Callout } from "@radix-ui/themes";
import type { CSSProperties, ReactNode } from "react";
import { failureText } from "../../vocabulary/index.ts";

/** Buttons that do not fit behind the text stand below it. */
const WRAPPED: CSSProperties = { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4px 8px" };

/** What could not be loaded, and the way to try again. */
export const LoadFailure = ({
  error,
  again,
  reload = false,
}: {
  readonly error: string | null;
  readonly again: () => void;
  /** Offers to load the whole page again: a browser may keep a failure, a new version may have taken a file away. */
  readonly reload?: boolean;
}): ReactNode =>
  error === null ? null : (
    <Callout.Root color="red" role="alert" size="1" mb="3">
      <Callout.Text style={WRAPPED}>
        {failureText(error)}
        <Button size="1" variant="soft" color="red" onClick={again}>
          Try again
        </Button>
        {reload && (
          <Button size="1" variant="soft" color="red" onClick={() => location.reload()}>
            Load the page again
          </Button>
        )}
      </Callout.Text>
    </Callout.Root>
  );
