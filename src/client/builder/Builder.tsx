import { Skeleton } from "@radix-ui/themes";
import { useEffect, useMemo } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useLocation, useSearch } from "wouter";
import { Results } from "../results/Results.tsx";
import { lazily } from "../ui/lazily.tsx";
import { DropHere } from "../ui/DropHere.tsx";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { DockHandle } from "../ui/DockHandle.tsx";
import { Slot } from "../ui/slots.tsx";
import { UntilKnown } from "../ui/UntilKnown.tsx";
import { openFile } from "../files/open-save.ts";
import { builder } from "../state/slices/builder.ts";
import { builderView } from "../state/slices/builder-view.ts";
import { useDockShare } from "../state/slices/dock.ts";
import { caretTo, textCaret } from "../state/page/text-caret.ts";
import { tour } from "../state/slices/tour.ts";
import { user } from "../state/session/session.ts";
import { addWaiting } from "./add-waiting.ts";
import { BuilderBar } from "./BuilderBar.tsx";
import { DateRange } from "./DateRange.tsx";
import { EntrySection } from "./EntrySection.tsx";
import { keepBuilding } from "./keep-building.ts";
import { Navigation } from "./Navigation.tsx";
import { PasteHere } from "./PasteHere.tsx";
import { openAddress } from "./open-address.ts";
import type { BuilderAddress } from "./open-address.ts";
import { Review } from "./Review.tsx";
import { TextSkeleton } from "./TextSkeleton.tsx";
import { ShownText } from "./ShownText.tsx";
import { TEMPLATE_PATH } from "./save.ts";
import "./builder.css";
import "./skip.css";

const NothingHere = lazily(() => import("../ui/NothingHere.tsx"));

const Tour = lazily(() => import("../tour/Tour.tsx"));

/** The editor of a whole request comes when it is asked for. */
const TextPane = lazily(() => import("./TextPane.tsx"), <TextSkeleton />);

/** The data request builder: four steps on one page, navigation beside them, results below. */
export default function Builder(): ReactNode {
  const [path] = useLocation();
  const search = useSearch();
  const { email, known } = useSnapshot(user);
  const share = useDockShare();
  const { phase, error } = useSnapshot(builder);
  const { shown } = useSnapshot(builderView);
  const { step } = useSnapshot(tour);
  const kind = path === TEMPLATE_PATH ? "template" : "request";
  const query = new URLSearchParams(search);
  const id = query.get("id");
  const template = query.get("template");
  // By what it names: another run in the address opens nothing, or what was written since the last draft would be gone.
  const address = useMemo((): BuilderAddress => ({ kind, id, template }), [kind, id, template]);
  useEffect(() => (known ? keepBuilding(email) : undefined), [known, email]);
  useEffect(() => {
    // What was just saved under its id is open already.
    const { source, phase: now } = builder;
    const open = now === "ready" && address.id !== null && address.id === source.id && address.kind === source.kind;
    if (known && !open) void openAddress(address, email);
  }, [known, email, address]);
  useEffect(() => {
    if (phase === "ready") void addWaiting();
  }, [phase]);
  return (
    <>
      <Slot name="drawer">
        <Navigation />
      </Slot>
      <Slot name="bar">
        {shown === "cards" ? (
          <a className="skip" href="#filters">
            Skip to the filters
          </a>
        ) : (
          <a
            className="skip"
            href="#request-text"
            onClick={(event) => {
              event.preventDefault();
              caretTo(textCaret.at);
            }}
          >
            Skip to the text
          </a>
        )}
        <BuilderBar />
      </Slot>
      <div className="builder-page" style={{ "--dock": phase === "failed" ? "0px" : `${share * 100}dvh` }}>
        <main className="builder" aria-busy={phase === "loading"}>
          {phase === "loading" && (
            <UntilKnown>
              <Placeholder />
            </UntilKnown>
          )}
          {phase === "failed" && error?.gone === true && <NothingHere title={error.message} />}
          {phase === "failed" && error?.gone === false && (
            <LoadFailure error={error.message} again={() => void openAddress(address, email)} />
          )}
          {phase === "ready" && shown === "text" && <TextPane />}
          {phase === "ready" && shown === "cards" && (
            <>
              <DateRange />
              <EntrySection side="filters" />
              <EntrySection side="columns" />
              <Review />
            </>
          )}
        </main>
        {phase !== "failed" && (
          <>
            <DockHandle />
            <Results />
          </>
        )}
      </div>
      <DropHere onFile={openFile}>Drop a workbook or a request to open it</DropHere>
      <PasteHere />
      <ShownText />
      {step !== null && phase === "ready" && <Tour step={step} />}
    </>
  );
}

const Placeholder = (): ReactNode => (
  <div className="builder-bones" role="status" aria-label="Loading the request">
    <Skeleton height="70px" />
    <Skeleton height="290px" />
    <Skeleton height="290px" />
  </div>
);
