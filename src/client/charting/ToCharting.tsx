import { Button, Callout, Flex, Spinner } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { failureText } from "../../vocabulary/index.ts";
import { toCharting } from "./to-charting.ts";
import "../ui/screen-waiting.css";

/** On the way to the charting page, which is served from another origin. */
export default function ToCharting(): ReactNode {
  const [tries, setTries] = useState(0);
  return <Way key={tries} onAgain={() => setTries(tries + 1)} />;
}

function Way({ onAgain }: { readonly onAgain: () => void }): ReactNode {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    void toCharting(abort.signal).then(setFailure);
    return () => abort.abort();
  }, []);
  return (
    <main className="screen-waiting">
      {failure === null ? (
        <Flex align="center" gap="3" role="status">
          <Spinner size="3" /> Opening the charts …
        </Flex>
      ) : (
        <Callout.Root color="red" role="alert">
          <Callout.Text>{failureText(failure)}</Callout.Text>
          <Button variant="soft" color="red" onClick={onAgain}>
            Try again
          </Button>
        </Callout.Root>
      )}
    </main>
  );
}
