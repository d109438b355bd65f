import { navigate } from "wouter/use-browser-location";
import type { Command } from "../commands/registry.ts";
import { user } from "../state/session/session.ts";
import { lastUsers, userBefore } from "./last-users.ts";

const isAdmin = (): boolean => user.isAuth && user.roles.includes("super_admin") && user.useAs === null;

/** The user on the screen of an administrator. */
const shownUser = (): string | null => /^\/admin\/users\/([\w-]+)$/.exec(location.pathname)?.[1] ?? null;

/** The way back to the user looked at before; its key counts before the palette was ever opened. */
export const lastUserCommand: Command = {
  id: "admin.last-user",
  title: "User looked at before",
  group: "Admin",
  keys: ["u"],
  when: isAdmin,
  disabled: () => (lastUsers().some(({ id }) => id !== shownUser()) ? null : "No other user was looked at yet"),
  run: () => {
    const before = userBefore(shownUser());
    if (before !== null) navigate(`/admin/users/${before.id}`);
  },
};
