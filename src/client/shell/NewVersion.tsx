import { Button } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { SHELL_ROUTES } from "../../contract/index.ts";
import { callRoute } from "../state/queries/call-route.ts";
import { isOtherBuild } from "./other-build.ts";
import "./frame-strip.css";

/** Milliseconds between two looks of a page that stays in sight. */
const LOOK = 300_000;

/** Once the server has a newer page than this one: the way to it. Nothing is loaded anew by itself. */
export function NewVersion(): ReactNode {
  const [offered, setOffered] = useState<"no" | "yes" | "later">("no");
  useEffect(() => {
    const abort = new AbortController();
    const own = document.querySelector("script[type=module][src]")?.getAttribute("src") ?? null;
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      const answer = await callRoute(SHELL_ROUTES.shell, { signal: abort.signal });
      if (answer.ok && !abort.signal.aborted && isOtherBuild(own, answer.value.build))
        setOffered((now) => (now === "no" ? "yes" : now));
    };
    const onSeen = (): void => void look();
    onSeen();
    const timer = setInterval(onSeen, LOOK);
    document.addEventListener("visibilitychange", onSeen);
    addEventListener("online", onSeen);
    return () => {
      abort.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onSeen);
      removeEventListener("online", onSeen);
    };
  }, []);
  return (
    offered === "yes" && (
      <aside className="frame-strip" role="status" aria-label="New version">
        <span>There is a new version of Scanbook. What you typed is kept.</span>
        <Button size="1" onClick={() => location.reload()}>
          Load it
        </Button>
        <Button size="1" variant="soft" color="gray" onClick={() => setOffered("later")}>
          Later
        </Button>
      </aside>
    )
  );
}
