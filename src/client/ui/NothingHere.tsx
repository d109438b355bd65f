import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { user } from "../state/session/session.ts";
import { Icon } from "./icons.tsx";
import { loginAddress } from "./login-address.ts";
import { HOME, PUBLIC_HOME } from "./screen.ts";
import "./nothing-here.css";

/** Links for those who are signed in. */
const LINKS = [
  { to: HOME, label: "Go to My Data" },
  { to: "/templates", label: "Templates" },
  { to: "/data-request", label: "Create Data Request" },
] as const;

/** One text for what never existed, what was deleted and what is another account's: which of them it is stays unsaid. */
const GONE = "It was deleted, its address is not complete, or it belongs to another account.";

/** Shown in place of what cannot be found: what is missing, and where to go next. */
export default function NothingHere({
  title,
  text = GONE,
  page = false,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  /** The title is the heading of the whole page. */
  readonly page?: boolean;
  /** Buttons before the links. */
  readonly children?: ReactNode;
}): ReactNode {
  const { isAuth } = useSnapshot(user);
  const [path] = useLocation();
  const search = useSearch();
  const Heading = page ? "h1" : "h2";
  return (
    <div className="nothing-here" role="alert">
      <Icon name="question" size={28} />
      <Heading>{title}</Heading>
      <p>{text}</p>
      <nav className="links" aria-label="Where to go next">
        {children}
        {isAuth ? (
          LINKS.map(({ to, label }) => (
            <Button key={to} variant="soft" asChild>
              <Link to={to}>{label}</Link>
            </Button>
          ))
        ) : (
          <>
            <Button variant="soft" asChild>
              <Link to={loginAddress(path, search)}>Sign in</Link>
            </Button>
            <Button variant="soft" asChild>
              <Link to={PUBLIC_HOME}>Market activity</Link>
            </Button>
          </>
        )}
        <Button variant="soft" asChild>
          <a href="/reference">Reference</a>
        </Button>
      </nav>
    </div>
  );
}
