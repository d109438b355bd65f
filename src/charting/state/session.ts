import { proxy } from "valtio";
import { call, messageOf, sendBearer } from "./calls.ts";

/** Whether this page may ask for anything yet. */
export const session = proxy<{ phase: "entering" | "in" | "failed"; error: string | null; product: string }>({
  phase: "entering",
  error: null,
  product: "",
});

/** The bearer is kept in this tab only: every tab gets its own with its own code. */
const KEY = "scanbook.chart";
/** Key that the account's last chart is encrypted with. */
const CONTENT_KEY = "scanbook.chart.key";
export const contentKey = (): string | null => sessionStorage.getItem(CONTENT_KEY);

/** Set on the way to the product, so that a page that is sent back at once does not redirect for ever. */
const REDIRECTED_KEY = "scanbook.chart.tried";

/** Signs in by the code behind the #, or by the bearer of this tab; without either it asks the product for a code. */
export async function enter(): Promise<void> {
  const entry = await call("chartEntry");
  if (!entry.ok) {
    Object.assign(session, { phase: "failed", error: messageOf(entry.error) });
    return;
  }
  session.product = entry.value.product;
  const [, code] = /^#code=([\w-]{43})$/.exec(location.hash) ?? [];
  if (code !== undefined) {
    history.replaceState(null, "", location.pathname + location.search);
    const redeemed = await call("redeemChartCode", { body: { code } });
    if (redeemed.ok) {
      sessionStorage.setItem(KEY, redeemed.value.token);
      sessionStorage.setItem(CONTENT_KEY, redeemed.value.browser_key);
      sessionStorage.removeItem(REDIRECTED_KEY);
    }
  }
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return askProduct();
  sendBearer(kept, askProduct);
  session.phase = "in";
}

/** Goes to the product for a new code; it comes back to this very address. */
function askProduct(): void {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(CONTENT_KEY);
  if (sessionStorage.getItem(REDIRECTED_KEY) !== null) {
    sessionStorage.removeItem(REDIRECTED_KEY);
    Object.assign(session, { phase: "failed", error: "This link to the charts has been used or has expired." });
    return;
  }
  sessionStorage.setItem(REDIRECTED_KEY, "1");
  // Nothing of the session that has ended stays on screen.
  session.phase = "entering";
  const path = location.pathname === "/" ? "/charting/new" : location.pathname;
  location.replace(session.product + path + location.search);
}
