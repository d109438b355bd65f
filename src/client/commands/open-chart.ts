import { call, messageOf } from "../state/calls.ts";
import { showToast } from "../state/toast.ts";

/** Opens the chart of a symbol on its own origin, let in by a code that is good once. */
export async function openChart(symbol: string): Promise<void> {
  // At once, or the browser takes it for an unwanted pop-up.
  const page = window.open("about:blank", "_blank");
  const answer = await call("chartCode", { body: {} });
  if (!answer.ok) {
    page?.close();
    showToast(messageOf(answer.error), "error");
    return;
  }
  const { origin, code } = answer.value;
  const address = `${origin}/charting/${encodeURIComponent(symbol)}#code=${code}`;
  if (page === null) location.assign(address);
  else {
    page.opener = null;
    page.location.replace(address);
  }
}
