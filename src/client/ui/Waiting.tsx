import { Spinner } from "@radix-ui/themes";
import type { ReactNode } from "react";
import "./screen-waiting.css";

/** Shown while a page is loading. */
export const Waiting = (): ReactNode => (
  <div className="screen-waiting" role="status" aria-label="Loading">
    <Spinner size="3" />
  </div>
);
