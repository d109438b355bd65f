import type { ReactNode } from "react";
import "./page-head.css";

/** The head of a page: its title, and what is done with the page as a whole. */
export const PageHead = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <header className="page-head">{children}</header>
);
