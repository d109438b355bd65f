import { Button } from "@radix-ui/themes";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { reach, tryReach, watchReach } from "../state/queries/reach.ts";
import "./frame-strip.css";

const AWAY = { network: "You are offline.", server: "The server does not answer." } as const;

/** As long as nobody answers: what is kept, and that the page goes on by itself. */
export function ServerAway(): ReactNode {
  const { away, trying } = useSnapshot(reach);
  useEffect(() => {
    const stop = watchReach();
    const onTurn = (): void => void tryReach();
    addEventListener("online", onTurn);
    addEventListener("offline", onTurn);
    return () => {
      stop();
      removeEventListener("online", onTurn);
      removeEventListener("offline", onTurn);
    };
  }, []);
  return (
    away !== null && (
      <aside className="frame-strip" role="status" aria-label="Connection">
        <span>{AWAY[away]} What you typed is kept. This page tries again by itself and then goes on.</span>
        <Button size="1" variant="soft" loading={trying} onClick={() => void tryReach()}>
          Try now
        </Button>
      </aside>
    )
  );
}
