import { currentView } from "./current-view.ts";
import { content } from "../state/chart.ts";

/** Hands a picture of the chart to the browser's downloads; gives what went wrong. */
export async function saveScreenshot(): Promise<string | null> {
  const canvas = currentView()?.screenshot();
  const blob = await new Promise<Blob | null>((done) => (canvas ? canvas.toBlob(done) : done(null)));
  if (blob === null) return "The screenshot could not be made.";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${content.symbol} ${content.timeframe}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
  return null;
}
