import { Callout, Button } from "@radix-ui/themes";
import { Component, useContext, useEffect, useLayoutEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { pageShown } from "../state/page/page-events.ts";
import { user } from "../state/session/session.ts";
import { holdSharedLink } from "../state/session/shared-link.ts";
import { loginAddress, returnAddress } from "../ui/login-address.ts";
import { lazily } from "../ui/lazily.tsx";
import { HOME, KnownScreens, LOGIN } from "../ui/screen.ts";
import type { Screen } from "../ui/screen.ts";
import { UntilKnown } from "../ui/UntilKnown.tsx";
import { Waiting } from "../ui/Waiting.tsx";
import "../ui/screen-waiting.css";

const NotFound = lazily(() => import("./NotFound.tsx"));
// With its menus a chunk of its own: the sign-in page has no frame.
const Shell = lazily(async () => ({ default: (await import("./Shell.tsx")).Shell }));

/** The screen of the address, behind its guard. */
export function Screens(): ReactNode {
  const screens = useContext(KnownScreens);
  return (
    <Switch>
      {screens.map((screen) => (
        <Route key={screen.path} path={screen.path}>
          <Guarded screen={screen} />
        </Route>
      ))}
      <Route>
        <Shell>
          <NotFound />
        </Shell>
      </Route>
    </Switch>
  );
}

function Guarded({ screen }: { readonly screen: Screen }): ReactNode {
  const screens = useContext(KnownScreens);
  const [path] = useLocation();
  const search = useSearch();
  const { isAuth, roles, useAs, known } = useSnapshot(user);
  const closed = screen.access === "super_admin" && (!roles.includes("super_admin") || useAs !== null);
  useEffect(() => {
    document.title = `${screen.title} · Scanbook`;
  }, [screen.title]);
  const registers = isAuth && known && useAs === null;
  useEffect(() => {
    // Who may not see a screen has not visited it.
    pageShown(
      closed ? null : screen.pageType,
      path,
      location.origin + path + (search === "" ? "" : `?${search}`),
      registers,
    );
  }, [screen.pageType, closed, path, search, registers]);
  if (screen.path === LOGIN && isAuth) return <Redirect to={returnAddress(screens, search) ?? HOME} replace />;
  if (screen.access !== "public" && !isAuth) return <ToLogin />;
  if (screen.access === "super_admin") {
    if (!known) {
      return (
        <UntilKnown>
          <Waiting />
        </UntilKnown>
      );
    }
    if (closed) {
      return (
        <Shell>
          <NotFound closed={screen.title} />
        </Shell>
      );
    }
  }
  const page = (
    <PageFailure key={screen.path}>
      <screen.page />
    </PageFailure>
  );
  return screen.framed ? <Shell>{page}</Shell> : page;
}

/** To the sign-in; a request that the address carries behind its # waits meanwhile. */
function ToLogin(): ReactNode {
  const [path, navigate] = useLocation();
  const search = useSearch();
  useLayoutEffect(() => {
    holdSharedLink();
    navigate(loginAddress(path, search), { replace: true });
  }, [path, search, navigate]);
  return null;
}

/** A page that breaks says so; the frame around it goes on. */
class PageFailure extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="screen-waiting">
        <Callout.Root color="red" role="alert">
          <Callout.Text>
            This page could not be shown. What you wrote is kept.{" "}
            <Button size="1" variant="soft" color="red" onClick={() => location.reload()}>
              Load it again
            </Button>
          </Callout.Text>
        </Callout.Root>
      </main>
    );
  }
}
