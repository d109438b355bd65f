import "./shell.css";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { openChart } from "../commands/open-chart.ts";
import { provideOpener } from "../commands/openers.ts";
import { addCommands } from "../commands/registry.ts";
import { serverCommands } from "../commands/server-commands.ts";
import { Banner } from "./Banner.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Drawer } from "./Drawer.tsx";
import { Header } from "./Header.tsx";

/** The frame of every page behind the sign-in: bar above, drawer beside, page in the rest. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  useEffect(() => {
    // Here and not with the app: they know the whole contract, which the sign-in page does without.
    const stops = [addCommands(serverCommands()), provideOpener("chart", (symbol) => void openChart(symbol))];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <div className="frame">
      <Header />
      <Drawer />
      <div className="frame-middle">
        <Banner />
        <div className="frame-page">{children}</div>
      </div>
      <ConfirmDialog />
    </div>
  );
}
