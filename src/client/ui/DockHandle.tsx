import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { DOCK, setDock, useDockShare } from "../state/slices/dock.ts";
import "./dock-handle.css";

const STEPS: Readonly<Record<string, (share: number) => number>> = {
  ArrowUp: (share) => share + DOCK.step,
  ArrowDown: (share) => share - DOCK.step,
  Home: () => DOCK.most,
  End: () => DOCK.least,
};

function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
  if (event.currentTarget.hasPointerCapture(event.pointerId)) setDock(1 - event.clientY / innerHeight);
}

/** The edge between request and results: drawn with the pointer, moved with the arrow keys, put back by a double click. */
export function DockHandle(): ReactNode {
  const share = useDockShare();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setDock(step(share));
  };
  return (
    <div
      className="dock-handle"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the results"
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={DOCK.least * 100}
      aria-valuemax={DOCK.most * 100}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => setDock(null)}
    />
  );
}
