import { navigate } from "wouter/use-browser-location";
import { screenAt } from "../../contract/index.ts";
import { loginAddress } from "../ui/login-address.ts";
import { goToPart, hasParts } from "../ui/page-parts.ts";
import { user } from "../state/session/session.ts";
import { signOut } from "../state/sign-in/sign-in.ts";
import type { Screen } from "../ui/screen.ts";
import type { Command } from "./registry.ts";

interface Place {
  readonly to: string;
  readonly title: string;
  readonly key?: string;
}

/** Jumps with keys of their own, and screens that are reached by an address alone. */
const PLACES: readonly Place[] = [
  { to: "/dashboard", title: "Dashboard", key: "g d" },
  { to: "/", title: "My Data", key: "g r" },
  { to: "/data-request", title: "Create Data Request", key: "g n" },
  { to: "/templates", title: "Templates by time of day", key: "g t" },
  { to: "/lists", title: "My lists", key: "g l" },
  { to: "/subscriptions", title: "Products", key: "g p" },
  { to: "/markets", title: "Market activity", key: "g m" },
  { to: "/admin", title: "All Users", key: "g a" },
  { to: "/user-profile/settings", title: "Account settings" },
  { to: "/terms-and-conditions", title: "Terms and conditions" },
];

/** Sign-in and sign-up, which return to the current page. */
const WAYS_IN = [
  { to: "/login", title: "Sign in" },
  { to: "/signup", title: "Sign up" },
] as const;

/** Whether the screen's guard lets the user in: without a sign-in only to public screens. */
function mayGo(screens: readonly Screen[], to: string): boolean {
  const access = screenAt(screens, to)?.access;
  if (access === "public") return true;
  return user.isAuth && (access === "user" || (user.roles.includes("super_admin") && user.useAs === null));
}

/** The navigation commands for the user. */
export const placeCommands = (screens: readonly Screen[]): readonly Command[] => [
  ...PLACES.map(({ to, title, key }): Command => ({
    id: `go.${to}`,
    title,
    group: "Go to",
    ...(key === undefined ? {} : { keys: [key] }),
    when: () => mayGo(screens, to),
    run: () => navigate(to),
  })),
  ...WAYS_IN.map(({ to, title }): Command => ({
    id: `account.${to}`,
    title,
    group: "Account",
    when: () => !user.isAuth,
    run: () => navigate(loginAddress(location.pathname, location.search).replace("/login", to)),
  })),
  {
    id: "go.next-part",
    title: "Next part of the page",
    group: "Go to",
    keys: ["F6"],
    when: hasParts,
    run: () => goToPart(1),
  },
  {
    id: "go.previous-part",
    title: "Previous part of the page",
    group: "Go to",
    keys: ["Shift-F6"],
    when: hasParts,
    run: () => goToPart(-1),
  },
  { id: "account.logout", title: "Logout", group: "Account", when: () => user.isAuth, run: () => void signOut() },
];
