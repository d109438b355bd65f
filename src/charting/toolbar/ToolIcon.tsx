import type { ReactNode } from "react";
import type { ChartTool } from "../../vocabulary/index.ts";

type IconName = ChartTool | "list" | "undo" | "redo" | "turn" | "camera";

const PATHS: Readonly<Record<IconName, ReactNode>> = {
  trend_line: <path d="M3 13 13 3M3 13h.01M13 3h.01" />,
  horizontal_line: <path d="M2 8h12" />,
  vertical_line: <path d="M8 2v12" />,
  rectangle: <path d="M3 4.5h10v7H3z" />,
  text: <path d="M3.5 4V3h9v1M8 3v10M6.5 13h3" />,
  list: <path d="M3 4h10M3 8h10M3 12h10" />,
  undo: <path d="M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H6" />,
  redo: <path d="m10 3 3 3-3 3M13 6H7a4 4 0 0 0 0 8h3" />,
  turn: <path d="M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12" />,
  camera: <path d="M2.5 5h2l1-1.5h5l1 1.5h2v8h-11zM8 11a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 11z" />,
};

/** A line drawing of 16 pixels in the colour of the text. */
export function ToolIcon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {PATHS[name]}
    </svg>
  );
}
