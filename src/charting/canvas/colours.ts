/** What canvases are painted with; everything else follows Radix Themes' variables. */
export interface Colours {
  readonly text: string;
  readonly grid: string;
  readonly background: string;
  readonly up: string;
  readonly down: string;
  readonly volumeUp: string;
  readonly volumeDown: string;
  readonly premarket: string;
  readonly afterHours: string;
  readonly accent: string;
  readonly drawing: string;
  readonly guide: string;
  readonly mark: string;
  /** The opened hit, and the band behind its day. */
  readonly opened: string;
  readonly openedBand: string;
}

export const COLOURS: Readonly<Record<"light" | "dark", Colours>> = {
  light: {
    text: "#1c2024",
    grid: "#e8e8ec",
    background: "#ffffff",
    up: "#0f7f6e",
    down: "#d13438",
    volumeUp: "#0f7f6e55",
    volumeDown: "#d1343855",
    premarket: "#f5a52426",
    afterHours: "#3e63dd1c",
    accent: "#0d74ce",
    drawing: "#60646c",
    guide: "#8b8d98",
    mark: "#0d74ce",
    opened: "#c2410c",
    openedBand: "#c2410c1f",
  },
  dark: {
    text: "#edeef0",
    grid: "#2a2d31",
    background: "#111113",
    up: "#2ebd9f",
    down: "#f2555a",
    volumeUp: "#2ebd9f55",
    volumeDown: "#f2555a55",
    premarket: "#f5a5241f",
    afterHours: "#7c9bff22",
    accent: "#70b8ff",
    drawing: "#b0b4ba",
    guide: "#696e77",
    mark: "#70b8ff",
    opened: "#ff9d57",
    openedBand: "#ff9d5726",
  },
};

/** Lines of indicators and compared symbols. */
const LINES = ["#0d8ce0", "#d9730d", "#9a5cd0", "#12a594", "#e5484d", "#ad7f58", "#5b7bea", "#978365"] as const;
export const lineColour = (index: number): string => LINES[index % LINES.length] ?? LINES[0];
