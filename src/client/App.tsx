import { Theme } from "@radix-ui/themes";
import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { EntryList } from "./request/EntryList.tsx";
import { Login } from "./account/Login.tsx";
import { RequestHead } from "./request/RequestHead.tsx";
import { Results } from "./results/Results.tsx";
import { DockHandle } from "./shell/DockHandle.tsx";
import { Header } from "./shell/Header.tsx";
import { Sidebar } from "./shell/Sidebar.tsx";
import { ToastMessage } from "./shell/ToastMessage.tsx";
import { appearance } from "./state/appearance.ts";
import { begin } from "./state/begin.ts";
import { dock } from "./state/dock.ts";
import { runWhatIsWritten } from "./state/run-request.ts";
import { user } from "./state/session.ts";

/** Sign-in, or the page behind it. */
export function App(): ReactNode {
  const { shown } = useSnapshot(appearance);
  const { isAuth } = useSnapshot(user);
  return (
    <Theme appearance={shown} accentColor="blue" grayColor="slate" radius="medium" panelBackground="solid">
      {isAuth ? <FirstPage /> : <Login />}
      <ToastMessage />
    </Theme>
  );
}

/** The first page: a request as formulas above, its results below. */
function FirstPage(): ReactNode {
  const { share } = useSnapshot(dock);
  const [tried, setTried] = useState(false);
  const onRun = useCallback(() => {
    setTried(true);
    runWhatIsWritten();
  }, []);
  useEffect(() => begin(), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return;
      event.preventDefault();
      onRun();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [onRun]);
  return (
    <>
      <a className="skip" href="#filters">
        Skip to the filters
      </a>
      <div className="page" style={{ "--dock": `${share * 100}dvh` }}>
        <Header />
        <Sidebar />
        <main>
          <RequestHead onRun={onRun} tried={tried} />
          <EntryList part="filters" onRun={onRun} />
          <EntryList part="columns" onRun={onRun} />
        </main>
        <DockHandle />
        <Results />
      </div>
    </>
  );
}
