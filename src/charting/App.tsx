import { Button, Callout, Flex, Spinner, Theme } from "@radix-ui/themes";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ChartPage } from "./ChartPage.tsx";
import { appearance } from "./state/appearance.ts";
import { begin, listenForBack, listenForReturn } from "./state/begin.ts";
import { session } from "./state/session.ts";

/** The charting page, or its sign-in. */
export function App(): ReactNode {
  const { shown } = useSnapshot(appearance);
  const { phase, error, product } = useSnapshot(session);
  return (
    <Theme appearance={shown} accentColor="blue" grayColor="slate" radius="medium" panelBackground="solid">
      {phase === "in" ? (
        <Begun />
      ) : (
        <main className="entry">
          {phase === "entering" ? (
            <Flex align="center" gap="3" role="status">
              <Spinner size="3" /> Opening the charts …
            </Flex>
          ) : (
            <Callout.Root color="red" role="alert">
              <Callout.Text>{error}</Callout.Text>
              {product !== "" && (
                <Button asChild variant="soft" color="red">
                  <a href={product}>Back to Scanbook</a>
                </Button>
              )}
            </Callout.Root>
          )}
        </main>
      )}
    </Theme>
  );
}

function Begun(): ReactNode {
  useEffect(() => {
    void begin();
    const stops = [listenForBack(), listenForReturn()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return <ChartPage />;
}
