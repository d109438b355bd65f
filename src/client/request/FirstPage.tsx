import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Results } from "../results/Results.tsx";
import { DockHandle } from "../shell/DockHandle.tsx";
import { Slot } from "../shell/slots.tsx";
import { begin } from "../state/begin.ts";
import { dock } from "../state/dock.ts";
import { runWhatIsWritten } from "../state/run-request.ts";
import { EntryList } from "./EntryList.tsx";
import { RequestHead } from "./RequestHead.tsx";
import { Sidebar } from "./Sidebar.tsx";

/** A request as formulas above, its results below. */
export default function FirstPage(): ReactNode {
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
      <Slot name="drawer">
        <Sidebar />
      </Slot>
      <div className="page" style={{ "--dock": `${share * 100}dvh` }}>
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
