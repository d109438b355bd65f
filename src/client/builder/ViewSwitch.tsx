import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { builderView, showView, VIEW_NAMES } from "../state/slices/builder-view.ts";

/** The way to the other view of the request. */
export function ViewSwitch(): ReactNode {
  const { shown } = useSnapshot(builderView);
  const other = shown === "cards" ? "text" : "cards";
  return (
    <Button size="1" variant="soft" color="gray" onClick={() => showView(other)}>
      {VIEW_NAMES[other]}
    </Button>
  );
}
