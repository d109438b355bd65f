import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { user } from "../state/session/session.ts";
import { Icon } from "./icons.tsx";
import { loginAddress } from "./login-address.ts";
import { HOME, PUBLIC_HOME } from "./screen.ts";
import "./nothing-here.css";

/** Where somebody goes on who came to an address that shows nothing. */
const WAYS = [
  { to: HOME, label: "Go to My Data" },
  { to: "/templates", label: "Templates" },
  { to: "/data-request", label: "Create Data Request" },
] as const;

/** Says the same of what never was, what was deleted and what is another account's. */
const GONE = "It was deleted, its address is not complete, or it belongs to another account.";

/** In place of what an address names and nobody finds: what is missing, and the ways on. */
export default function NothingHere({
  title,
  text = GONE,
  page = false,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  /** It is the heading of a whole page. */
  readonly page?: boolean;
  /** A way on that goes before the others. */
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
      <nav className="ways" aria-label="Ways on">
        {children}
        {isAuth ? (
          WAYS.map(({ to, label }) => (
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
