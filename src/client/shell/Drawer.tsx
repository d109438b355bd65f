import { Tooltip } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { proxy, useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { useNarrow } from "../state/page/narrow.ts";
import { user } from "../state/session/session.ts";
import { sidebar } from "../state/slices/sidebar.ts";
import { Icon } from "../ui/icons.tsx";
import { drawerLinks } from "./drawer-links.ts";
import { SlotPlace } from "../ui/slots.tsx";
import "./drawer.css";

/** Whether the drawer lies over a narrow screen. */
export const drawer = proxy({ open: false });

/**
 * Side navigation: the product's places, and below them what the page itself puts there. It folds to a rail of icons; over
 * the page where there is no room beside it.
 */
export function Drawer(): ReactNode {
  const narrow = useNarrow();
  const { folded } = useSnapshot(sidebar);
  if (narrow) return <Sheet />;
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

interface LinksProps {
  readonly folded: boolean;
  readonly children?: ReactNode;
}

function Links({ folded, children }: LinksProps): ReactNode {
  const [path] = useLocation();
  const { isAuth, roles, useAs } = useSnapshot(user);
  const looker = { isAuth, superAdmin: roles.includes("super_admin"), usedAs: useAs !== null };
  return (
    <nav className={folded ? "drawer rail" : "drawer"} aria-label="Scanbook">
      <ul className="places">
        {drawerLinks(looker).map((link) => (
          <li key={link.to}>
            <Place link={link} folded={folded} current={path === link.to} />
          </li>
        ))}
      </ul>
      {children}
      <SlotPlace name="drawer" />
    </nav>
  );
}

interface PlaceProps {
  readonly link: ReturnType<typeof drawerLinks>[number];
  readonly folded: boolean;
  readonly current: boolean;
}

/** A link of the drawer; on the rail its name is said on hover and to who hears the page. */
function Place({ link, folded, current }: PlaceProps): ReactNode {
  const place = (
    <Link to={link.to} aria-current={current ? "page" : undefined} {...(folded ? { "aria-label": link.label } : {})}>
      <Icon name={link.icon} /> {!folded && link.label}
    </Link>
  );
  return folded ? (
    <Tooltip content={link.label} side="right">
      {place}
    </Tooltip>
  ) : (
    place
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
      <Links folded={false} />
    </dialog>
  );
}
