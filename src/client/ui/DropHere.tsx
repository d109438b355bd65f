import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import "./drop-here.css";

const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

/** Takes a file that is dropped anywhere on the page; says what becomes of it while one is over it. */
export function DropHere({
  onFile,
  children,
}: {
  readonly onFile: (file: File) => unknown;
  readonly children: ReactNode;
}): ReactNode {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) take(file);
    };
    addEventListener("dragover", onOver);
    addEventListener("dragleave", onLeave);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onOver);
      removeEventListener("dragleave", onLeave);
      removeEventListener("drop", onDrop);
    };
  }, []);
  return over ? <div className="drop-here">{children}</div> : null;
}
