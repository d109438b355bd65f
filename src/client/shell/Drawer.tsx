import { Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useNarrow } from "../state/page/narrow.ts";
import { sidebar } from "../state/slices/sidebar.ts";
import { Icon } from "../ui/icons.tsx";
import { lazily } from "../ui/lazily.tsx";
import { Links } from "./Links.tsx";
import "./drawer.css";

const DrawerSheet = lazily(() => import("./DrawerSheet.tsx"));

/**
 * Side navigation: the product's places, and below them what the page itself puts there. It folds to a rail of icons; over
 * the page where there is no room beside it.
 */
export function Drawer(): ReactNode {
  const narrow = useNarrow();
  const { folded } = useSnapshot(sidebar);
  if (narrow) return <DrawerSheet />;
  return (
    <Links folded={folded}>
      <FoldButton folded={folded} />
    </Links>
  );
}

function FoldButton({ folded }: { readonly folded: boolean }): ReactNode {
  const label = folded ? "Unfold the navigation" : "Fold the navigation";
  const turn = (): void => {
    sidebar.folded = !folded;
  };
  const button = (
    <button type="button" className="fold" aria-label={label} aria-expanded={!folded} onClick={turn}>
      <Icon name={folded ? "next" : "previous"} /> {!folded && "Fold"}
    </button>
  );
  return folded ? (
    <Tooltip content={label} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}
