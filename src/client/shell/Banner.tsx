import { IconButton } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { readKept, write } from "../state/session/kept.ts";
import { Icon } from "../ui/icons.tsx";
import "./banner.css";

/** Whether it was closed is remembered under this name (docs/product-rules.md, Screens). */
const KEY = "showExcelBanner";

/** An announcement on pages that are not the administrators', until it is closed. */
export function Banner(): ReactNode {
  const [path] = useLocation();
  const [shown, setShown] = useState(() => readKept(KEY, (value) => (value === false ? false : null)) ?? true);
  if (!shown || path.startsWith("/admin")) return null;
  return (
    <aside className="banner" aria-label="Announcement">
      <span>
        Workbooks open in Excel. A column that refers to other columns stays a live formula, and the sheet Request holds
        the request.
      </span>
      <IconButton
        size="1"
        variant="ghost"
        color="gray"
        aria-label="Close the announcement"
        onClick={() => {
          write(KEY, false);
          setShown(false);
        }}
      >
        <Icon name="cross" size={12} />
      </IconButton>
    </aside>
  );
}
