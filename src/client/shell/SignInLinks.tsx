import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { loginAddress } from "../ui/login-address.ts";
import "./sign-in-links.css";

/** In place of the account menu, for who is not signed in: the ways in, and back to where one was. */
export function SignInLinks(): ReactNode {
  const [path] = useLocation();
  const login = loginAddress(path, useSearch());
  return (
    <nav className="sign-in-links" aria-label="Sign in">
      <Button variant="ghost" asChild>
        <Link to={login}>Sign in</Link>
      </Button>
      <Button asChild>
        <Link to={login.replace("/login", "/signup")}>Sign up</Link>
      </Button>
    </nav>
  );
}
