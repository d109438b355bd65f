import type { ReactNode } from "react";
import { Keys } from "../palette/Keys.tsx";
import { togglePalette } from "../palette/load-palette.ts";
import { Icon } from "../ui/icons.tsx";
import "./palette-field.css";

/** Looks like the field that it opens. Where there is little room it is its sign alone. */
export function PaletteField(): ReactNode {
  return (
    <button
      type="button"
      className="palette-field"
      aria-label="Search or run a command"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={togglePalette}
    >
      <Icon name="search" />
      <span className="palette-field-text">Search or run a command…</span>
      <Keys keys="Mod-k" />
    </button>
  );
}
