import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useBackCloses } from "../ui/use-back-closes.ts";
import { drawer } from "./drawer-open.ts";
import { Links } from "./Links.tsx";

/** The browser's own dialog, which keeps the focus inside and closes with Escape. */
export default function DrawerSheet(): ReactNode {
  const { open } = useSnapshot(drawer);
  const sheet = useRef<HTMLDialogElement>(null);
  const close = (): void => {
    drawer.open = false;
  };
  useEffect(() => {
    if (open) sheet.current?.showModal();
    else sheet.current?.close();
  }, [open]);
  useBackCloses(open, close);
  useEffect(
    () => () => {
      drawer.open = false;
    },
    [],
  );
  return (
    <dialog
      ref={sheet}
      className="drawer-sheet"
      aria-label="Navigation"
      onClose={close}
      // What is chosen in it, and the shade beside it, close it.
      onClick={(event) => {
        const on = event.target;
        if (on === event.currentTarget || (on instanceof Element && on.closest("a, button") !== null)) close();
      }}
    >
      <Links folded={false} />
    </dialog>
  );
}
