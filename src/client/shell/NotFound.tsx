import type { ReactNode } from "react";
import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import { GoTo } from "../ui/GoTo.tsx";
import { HOME } from "../ui/screen.ts";
import "../ui/screen-waiting.css";

/** An address that the product does not have, for who is signed in. */
export function NotFound(): ReactNode {
  const [path] = useLocation();
  useEffect(() => {
    document.title = "Page not found · Scanbook";
  }, []);
  return (
    <main className="screen-waiting not-found">
      <h1>Page not found</h1>
      <p>
        There is nothing at <code>{path}</code>. <Link to={HOME}>Go to My Data</Link>
      </p>
      <GoTo />
    </main>
  );
}
