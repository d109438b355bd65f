import type { ReactNode } from "react";
import { Drawer } from "./Drawer.tsx";
import { Header } from "./Header.tsx";

/** The frame of every page behind the sign-in: bar above, drawer beside, page in the rest. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="frame">
      <Header />
      <Drawer />
      <div className="frame-page">{children}</div>
    </div>
  );
}
