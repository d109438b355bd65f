import type { IconName } from "./icons.tsx";
import { SCREENS } from "./screens.ts";

export interface DrawerLink {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly superAdmin?: true;
}

const LINKS: readonly DrawerLink[] = [
  { to: "/", label: "My Data", icon: "sheet" },
  { to: "/admin", label: "All Users", icon: "columns", superAdmin: true },
  { to: "/data-request", label: "Create Data Request", icon: "add" },
  { to: "/subscriptions", label: "Products", icon: "save" },
];

/** The links of the drawer (specification, 2): All Users for a super_admin, and hidden while using-as. */
export function drawerLinks(who: { readonly superAdmin: boolean; readonly usedAs: boolean }): readonly DrawerLink[] {
  const there = new Set<string>(SCREENS.map(({ path }) => path));
  return LINKS.filter(
    ({ to, superAdmin }) => there.has(to) && (superAdmin !== true || (who.superAdmin && !who.usedAs)),
  );
}
