import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { proxy, useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { useNarrow } from "../state/page/narrow.ts";
import { user } from "../state/session/session.ts";
import { Icon } from "../ui/icons.tsx";
import { drawerLinks } from "./drawer-links.ts";
import { SlotPlace } from "../ui/slots.tsx";
import "./drawer.css";

/** Whether the drawer lies over a narrow screen. */
export const drawer = proxy({ open: false });

/** Side navigation: the product's places, and below them what the page itself puts there. Over the page where there is no room beside it. */
export function Drawer(): ReactNode {
  const narrow = useNarrow();
  return narrow ? <Sheet /> : <Links className="drawer" />;
}

function Links({ className }: { readonly className: string }): ReactNode {
  const [path] = useLocation();
  const { isAuth, roles, useAs } = useSnapshot(user);
  const looker = { isAuth, superAdmin: roles.includes("super_admin"), usedAs: useAs !== null };
  return (
    <nav className={className} aria-label="Scanbook">
      <ul className="places">
        {drawerLinks(looker).map((link) => (
          <li key={link.to}>
            <Link to={link.to} aria-current={path === link.to ? "page" : undefined}>
              <Icon name={link.icon} /> {link.label}
            </Link>
          </li>
        ))}
      </ul>
      <SlotPlace name="drawer" />
    </nav>
  );
}

/** The browser's own dialog, which keeps the focus inside and closes with Escape. */
function Sheet(): ReactNode {
  const { open } = useSnapshot(drawer);
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) sheet.current?.showModal();
    else sheet.current?.close();
  }, [open]);
  useEffect(
    () => () => {
      drawer.open = false;
    },
    [],
  );
  const close = (): void => {
    drawer.open = false;
  };
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
      <Links className="drawer" />
    </dialog>
  );
}
