import { useEffect } from "react";
import type { ReactNode } from "react";
import { NewVersion } from "./NewVersion.tsx";
import { ServerAway } from "./ServerAway.tsx";

/** What concerns every page: whether the server is there, and whether it has a newer page. */
export default function Strips(): ReactNode {
  // Asked where no server is, too.
  useEffect(() => void import("../ui/ConfirmDialog.tsx").catch(() => null), []);
  return (
    <>
      <ServerAway />
      <NewVersion />
    </>
  );
}
