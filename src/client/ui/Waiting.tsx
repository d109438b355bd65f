import { Spinner } from "@radix-ui/themes";
import type { ReactNode } from "react";
import "./screen-waiting.css";

/** In the place of a page that is on its way. */
export const Waiting = (): ReactNode => (
  <div className="screen-waiting" role="status" aria-label="Loading">
    <Spinner size="3" />
  </div>
);
