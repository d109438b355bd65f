import { call, messageOf } from "../state/calls.ts";
import { showToast } from "../state/toast.ts";

/** Opens the charting page, which has a host of its own, on a security and a day; `id` is the request whose hits it marks. */
export async function openChart(id: string, symbol: string, date: string): Promise<void> {
  // Before the answer comes: a browser lets only the click itself open a page.
  const page = window.open("about:blank", "_blank");
  const answer = await call("chartCode", { body: {} });
  if (!answer.ok) {
    page?.close();
    showToast(messageOf(answer.error), "error");
    return;
  }
  const { origin, code } = answer.value;
  const search = new URLSearchParams({ symbol, date }).toString();
  const address = `${origin}/charting/${id}?${search}#code=${code}`;
  if (page === null) location.assign(address);
  else {
    page.opener = null;
    page.location.replace(address);
  }
}
