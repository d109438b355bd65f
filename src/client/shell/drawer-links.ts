import type { IconName } from "../ui/icons.tsx";

interface DrawerLink {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

/** The user of the drawer. */
interface Viewer {
  readonly isAuth: boolean;
  readonly superAdmin: boolean;
  readonly usedAs: boolean;
}

interface Link extends DrawerLink {
  readonly of: "user" | "super_admin" | "visitor" | "everybody";
}

const LINKS: readonly Link[] = [
  { to: "/", label: "My Data", icon: "sheet", of: "user" },
  { to: "/admin", label: "All Users", icon: "columns", of: "super_admin" },
  { to: "/data-request", label: "Create Data Request", icon: "add", of: "user" },
  { to: "/lists", label: "My lists", icon: "filter", of: "user" },
  { to: "/subscriptions", label: "Products", icon: "save", of: "user" },
  { to: "/markets", label: "Market activity", icon: "spread", of: "everybody" },
  { to: "/terms-and-conditions", label: "Terms and conditions", icon: "page", of: "visitor" },
];

/** The links of the drawer: All Users for a super_admin, and hidden while using-as. A visitor sees public places only. */
export function drawerLinks({ isAuth, superAdmin, usedAs }: Viewer): readonly DrawerLink[] {
  const mine: ReadonlySet<Link["of"]> = new Set(
    isAuth
      ? superAdmin && !usedAs
        ? ["everybody", "user", "super_admin"]
        : ["everybody", "user"]
      : ["everybody", "visitor"],
  );
  return LINKS.filter((link) => mine.has(link.of));
}
