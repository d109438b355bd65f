import { navigate } from "wouter/use-browser-location";
import { drawerLinks } from "../shell/drawer-links.ts";
import { user } from "../state/session.ts";
import { signOut } from "../state/sign-in.ts";
import type { Command } from "./registry.ts";

/** The jumps that have keys of their own. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  "/": ["g d"],
  "/data-request": ["g n"],
  "/subscriptions": ["g p"],
  "/admin": ["g a"],
};

const here = (): Parameters<typeof drawerLinks>[0] => ({
  superAdmin: user.roles.includes("super_admin"),
  usedAs: user.usedBy !== null,
});

/** Going places, for whoever is signed in. */
export const placeCommands = (): readonly Command[] => [
  ...drawerLinks({ superAdmin: true, usedAs: false }).map(({ to, label }): Command => ({
    id: `go.${to}`,
    title: label,
    group: "Go to",
    ...(KEYS[to] === undefined ? {} : { keys: KEYS[to] }),
    when: () => user.isAuth && drawerLinks(here()).some((link) => link.to === to),
    run: () => navigate(to),
  })),
  { id: "account.logout", title: "Logout", group: "Account", when: () => user.isAuth, run: () => void signOut() },
];
