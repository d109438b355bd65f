import { Button } from "@radix-ui/themes";
import { useContext } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { user } from "../state/session/session.ts";
import { KnownScreens } from "./screen.ts";
import type { Screen } from "./screen.ts";
import "./go-to.css";

/** The screens that buttons of informational pages lead to, for whoever looks. */
const goToLinks = (
  screens: readonly Screen[],
  who: { readonly isAuth: boolean; readonly admin: boolean },
): readonly Screen[] =>
  screens.filter(
    ({ goTo, access }) =>
      goTo !== undefined && (access === "public" || (who.isAuth && (access === "user" || who.admin))),
  );

/** Navigation buttons of informational pages. */
export function GoTo(): ReactNode {
  const { id, isAuth, roles, useAs } = useSnapshot(user);
  const links = goToLinks(useContext(KnownScreens), {
    isAuth,
    admin: roles.includes("super_admin") && useAs === null,
  });
  return (
    <nav className="go-to" aria-label="Go to">
      {!isAuth && (
        <Button variant="soft" asChild>
          <Link to="/login">Login</Link>
        </Button>
      )}
      {links.map(({ path, goTo }) => (
        <Button key={path} variant="soft" color="gray" asChild>
          {/* A user's detail is for an administrator his own; from there every other is a step away. */}
          <Link to={path.replace(":id", id)}>{goTo}</Link>
        </Button>
      ))}
    </nav>
  );
}
