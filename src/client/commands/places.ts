import { navigate } from "wouter/use-browser-location";
import { drawerLinks } from "../shell/drawer-links.ts";
import { SCREENS } from "../shell/screens.ts";
import { user } from "../state/session.ts";
import { signOut } from "../state/sign-in.ts";
import type { Command } from "./registry.ts";

/** The jumps that have keys of their own. */
const JUMPS: readonly { readonly to: string; readonly title: string; readonly key: string }[] = [
  { to: "/dashboard", title: "Dashboard", key: "g d" },
  { to: "/", title: "My Data", key: "g r" },
  { to: "/data-request", title: "Create Data Request", key: "g n" },
  { to: "/subscriptions", title: "Products", key: "g p" },
  { to: "/markets", title: "Market activity", key: "g m" },
  { to: "/admin", title: "All Users", key: "g a" },
];

/** Screens that are reached by an address alone. */
const MORE = [{ to: "/user-profile/settings", title: "Account settings" }] as const;

const mayGo = (to: string): boolean => {
  if (!user.isAuth) return false;
  // The drawer knows what is for administrators, and hides it while using the app as somebody else.
  const who = { superAdmin: user.roles.includes("super_admin"), usedAs: user.usedBy !== null };
  return to !== "/admin" || drawerLinks(who).some((link) => link.to === to);
};

/** Without a dashboard of its own, My Data is what `g d` means. */
const keysOf = ({ to, key }: (typeof JUMPS)[number], there: ReadonlySet<string>): readonly string[] =>
  to === "/" && !there.has("/dashboard") ? [key, "g d"] : [key];

/** Going places, for whoever is signed in; a screen that is not there yet is no place. */
export function placeCommands(): readonly Command[] {
  const there = new Set<string>(SCREENS.map(({ path }) => path));
  const places = [...JUMPS, ...MORE].filter(({ to }) => there.has(to));
  return [
    ...places.map((place): Command => ({
      id: `go.${place.to}`,
      title: place.title,
      group: "Go to",
      ...("key" in place ? { keys: keysOf(place, there) } : {}),
      when: () => mayGo(place.to),
      run: () => navigate(place.to),
    })),
    { id: "account.logout", title: "Logout", group: "Account", when: () => user.isAuth, run: () => void signOut() },
  ];
}
