import { Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { user } from "../state/session/session.ts";
import { Icon } from "../ui/icons.tsx";
import { SlotPlace } from "../ui/slots.tsx";
import { drawerLinks } from "./drawer-links.ts";

interface LinksProps {
  readonly folded: boolean;
  readonly children?: ReactNode;
}

/** The places of the product, and below them what the page puts there. */
export function Links({ folded, children }: LinksProps): ReactNode {
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
