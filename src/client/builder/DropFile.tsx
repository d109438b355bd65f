import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { openFile } from "../files/open-save.ts";
import "./drop-here.css";

const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

/** A workbook or JSON file dropped anywhere on the page is opened as a request. */
export function DropFile(): ReactNode {
  const [over, setOver] = useState(false);
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
      if (file !== undefined) void openFile(file);
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
  return over ? <div className="drop-here">Drop a workbook or a request to open it</div> : null;
}
