import type { ReactNode } from "react";

/** Line icons on a grid of 16, drawn for this page; decorative, so the text beside them names the thing. */
export const ICONS = {
  add: "M8 3v10M3 8h10",
  check: "M3.5 8.5 6.5 11.5 12.5 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  play: "M5 3.5v9l7.5-4.5z",
  stop: "M4.5 4.5h7v7h-7z",
  download: "M8 2.5v8M4.5 7 8 10.5 11.5 7M3 13.5h10",
  open: "M2 12.5v-9h4l1.5 2H13v2M2 12.5l2-5h10.5l-2 5z",
  save: "M8 10.5v-8M4.5 6 8 2.5 11.5 6M3 13.5h10",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7",
  moon: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
  system: "M2 3h12v8H2zM6 13.5h4M8 11v2.5",
  warning: "M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5h.01",
  info: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 7.2v4M8 4.8h.01",
  clock: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 4.5V8l2.5 1.5",
  offline: "M2 2l12 12M4.7 6.2A3.2 3.2 0 0 0 5 12.5h6.5M7 4.3a4 4 0 0 1 5 3.4 2.6 2.6 0 0 1 1.4 3.6",
  retry: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3",
  sheet: "M3 2h10v12H3zM3 6h10M3 10h10M7 6v8",
  filter: "M2 3h12L9.5 8.5V13l-3-1.5v-3z",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  calendar: "M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  grip: "M6 3.5h.01M10 3.5h.01M6 8h.01M10 8h.01M6 12.5h.01M10 12.5h.01",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2",
  spread: "M2.5 13.5v-3M6 13.5v-8M9.5 13.5v-11M13 13.5v-5",
  chart: "M4.5 2v12M3 5h3v5H3zM11.5 2v12M10 4h3v7h-3z",
  question:
    "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M6.2 6.3a1.8 1.8 0 1 1 2.5 1.7c-.5.2-.7.5-.7 1.1M8 11.4h.01",
  difference: "M8 2.5v6M5 5.5h6M5 12.5h6",
  leave: "M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6",
  book: "M3 2.5h8a2 2 0 0 1 2 2v9H5a2 2 0 0 1-2-2zM3 11.5a2 2 0 0 1 2-2h8",
  edit: "M2.5 13.5l.6-2.9L11 2.7l2.3 2.3-7.9 7.9zM9.5 4.2l2.3 2.3",
  formula: "M11.5 3c-1.8-1-3-.3-3.4 1.7L6.4 12c-.4 1.8-1.5 2.2-3 1.5M5 7h5.5",
  card: "M2 3.5h12v9H2zM4.5 6.5h4M4.5 9.5h7",
  undo: "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.8 3.5 2.8 6.5l3 3",
  redo: "M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M10.2 3.5l3 3-3 3",
  link: "M6.5 9.5l3-3M7 4.8l1.4-1.4a2.9 2.9 0 0 1 4.1 4.1L11.2 9M9 11.2l-1.4 1.4a2.9 2.9 0 0 1-4.1-4.1L4.8 7",
  chevron: "M4.5 6.5 8 10l3.5-3.5",
  page: "M4 2h5l3 3v9H4zM9 2v3h3",
  star: "M8 1.8l1.9 4 4.3.5-3.2 3 .9 4.3L8 11.5l-3.9 2.1.9-4.3-3.2-3 4.3-.5z",
  folder: "M2 12.5v-9h4l1.5 2H14v7z",
  trash: "M3 4.5h10M6 4.5v-2h4v2M4.2 4.5l.6 9h6.4l.6-9",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  user: "M8 2.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M2.8 13.8c.6-2.6 2.6-3.9 5.2-3.9s4.6 1.3 5.2 3.9",
  first: "M11.5 4 7.5 8l4 4M4.5 4v8",
  previous: "M9.5 4l-4 4 4 4",
  next: "M6.5 4l4 4-4 4",
  last: "M4.5 4l4 4-4 4M11.5 4v8",
  gauge: "M2.5 12a6 6 0 1 1 11 0M8 10l3-3.5",
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill={name === "play" || name === "stop" ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth={name === "more" || name === "grip" ? 2.2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={ICONS[name]} />
    </svg>
  );
}
