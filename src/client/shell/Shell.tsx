import { QueryClientProvider } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { navigate } from "wouter/use-browser-location";
import { chartPath } from "../../contract/index.ts";
import { lastUserCommand } from "../admin/last-user-command.ts";
import { openChart } from "../charting/open-chart.ts";
import { provideOpener } from "../commands/openers.ts";
import { addCommands } from "../commands/registry.ts";
import { keepPushed } from "../state/queries/pushed.ts";
import { queryClient } from "../state/queries/query-client.ts";
import { user } from "../state/session/session.ts";
import { asking } from "../state/slices/confirm.ts";
import { Banner } from "./Banner.tsx";
import { keepFocus } from "../ui/kept-focus.ts";
import { lazily } from "../ui/lazily.tsx";
import { Drawer } from "./Drawer.tsx";
import { Header } from "./Header.tsx";
import { LateStrips } from "./LateStrips.tsx";
import { loginAddress } from "../ui/login-address.ts";
import "./frame.css";

/** Comes with the first question, or with the strips. */
const ConfirmDialog = lazily(() => import("../ui/ConfirmDialog.tsx"));
const OpenQuestion = (): ReactNode => useSnapshot(asking).question !== null && <ConfirmDialog />;

/** The chart of a symbol; by the sign-in, for who is not signed in. */
function chartOf(symbol: string): void {
  const [place = "", query = ""] = chartPath({ symbol }).split("?");
  if (user.isAuth) void openChart({ symbol });
  else navigate(loginAddress(place, query));
}

/** The frame: bar above, drawer beside, page in the rest. */
export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  useLayoutEffect(() => {
    const stops = [addCommands([lastUserCommand]), provideOpener("chart", chartOf), keepFocus(), keepPushed()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="frame">
        <Header />
        <Drawer />
        <div className="frame-middle">
          <div className="frame-strips">
            <LateStrips />
            <Banner />
          </div>
          <div className="frame-page">{children}</div>
        </div>
        <OpenQuestion />
      </div>
    </QueryClientProvider>
  );
}
