/** The charting page, on an origin of its own: bars, indicators, drawings, hits. Starts in `main.tsx`; nothing imports it. */
export { App } from "./App.tsx";
