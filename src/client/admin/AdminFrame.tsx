import { Heading, TabNav } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import "./admin.css";

const PLACES = [
  { to: "/admin", label: "All users" },
  { to: "/admin/metrics", label: "Metrics" },
  { to: "/admin/activity", label: "Activity" },
  { to: "/admin/market", label: "Market data" },
  { to: "/admin/days", label: "Market days" },
] as const;

/** The administrators' pages side by side. */
export function AdminFrame({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const [path] = useLocation();
  return (
    <main className="admin">
      <TabNav.Root aria-label="Administration">
        {PLACES.map(({ to, label }) => (
          <TabNav.Link key={to} asChild active={path === to}>
            <Link to={to}>{label}</Link>
          </TabNav.Link>
        ))}
      </TabNav.Root>
      <Heading as="h1" size="6" mt="4" mb="3">
        {title}
      </Heading>
      {children}
    </main>
  );
}
