import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { user } from "../state/session.ts";
import { SCREENS } from "./screens.ts";
import type { Screen } from "./screens.ts";

/** The screens that buttons of informational pages lead to, for whoever looks. */
export function goToLinks(who: { readonly isAuth: boolean; readonly admin: boolean }): readonly Screen[] {
  const screens: readonly Screen[] = SCREENS;
  return screens.filter(
    ({ goTo, access, path }) =>
      goTo !== undefined &&
      !path.includes(":") &&
      (access === "public" || (who.isAuth && (access === "user" || who.admin))),
  );
}

/** Navigation buttons of informational pages, with the labels of the specification. */
export function GoTo(): ReactNode {
  const { isAuth, roles, usedBy } = useSnapshot(user);
  const links = goToLinks({ isAuth, admin: roles.includes("super_admin") && usedBy === null });
  return (
    <nav className="go-to" aria-label="Go to">
      {!isAuth && (
        <Button variant="soft" asChild>
          <Link to="/login">Login</Link>
        </Button>
      )}
      {links.map(({ path, goTo }) => (
        <Button key={path} variant="soft" color="gray" asChild>
          <Link to={path}>{goTo}</Link>
        </Button>
      ))}
    </nav>
  );
}
