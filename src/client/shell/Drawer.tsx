import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation } from "wouter";
import { user } from "../state/session.ts";
import { Icon } from "./icons.tsx";
import { drawerLinks } from "./drawer-links.ts";
import { SlotPlace } from "./slots.tsx";

/** Side navigation: the product's places, and below them what the page itself puts there. */
export function Drawer(): ReactNode {
  const [path] = useLocation();
  const { roles, usedBy } = useSnapshot(user);
  return (
    <nav className="drawer" aria-label="Scanbook">
      <ul className="places">
        {drawerLinks({ superAdmin: roles.includes("super_admin"), usedAs: usedBy !== null }).map((link) => (
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
