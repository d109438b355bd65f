import { chartPath } from "../../contract/index.ts";
import type { ChartAddress } from "../../contract/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { showToast } from "../state/slices/toast.ts";

/** Opens a chart on its own origin, authorised by a one-time code: of a symbol, or of a request's row with its hits marked. */
export async function openChart(at: Partial<ChartAddress>): Promise<void> {
  // Before the answer comes: a browser lets only the click itself open a page.
  const page = window.open("about:blank", "_blank");
  const answer = await call("chartCode", { body: {} });
  if (!answer.ok) {
    page?.close();
    showToast(messageOf(answer.error), "error");
    return;
  }
  const { origin, code } = answer.value;
  const address = `${origin}${chartPath(at)}#code=${code}`;
  if (page === null) location.assign(address);
  else {
    page.opener = null;
    page.location.replace(address);
  }
}
