import { readChartAddress } from "../../contract/index.ts";
import { CHART_TIMEFRAMES } from "../../vocabulary/index.ts";
import { call, messageOf } from "./calls.ts";
import { address, content, data, goTo, interaction } from "./chart.ts";
import { forgetContent, keepContent as sealContent, lastContent } from "./last-content.ts";
import { loadBars, loadMarks, loadStudies } from "./load.ts";
import { contentKey } from "./session.ts";

/** How often the market's state is loaded. */
const STATE_POLL_MS = 60_000;

/** Keeps what is shown for the next visit. */
export function keepContent(): void {
  const { layout } = interaction;
  void sealContent(contentKey(), { content, layout: layout === null ? null : { id: layout.id, saved: layout.saved } });
}

/**
 * Opens what the address names: a saved chart, a symbol, else the one of the last visit, else the first there is. A saved
 * chart has what was drawn on it since, unless it was saved elsewhere or is wanted as it was saved.
 */
export async function begin(asSaved = false): Promise<void> {
  const product = await call("chartProduct");
  if (!product.ok) {
    Object.assign(data, { phase: "failed", error: messageOf(product.error) });
    return;
  }
  data.product = product.value;
  void loadState();
  const last = await lastContent(contentKey());
  if (address.id === null) Object.assign(content, last?.content ?? {});
  else {
    const saved = await call("chartLayout", { params: { id: address.id } });
    if (!saved.ok) {
      Object.assign(data, { phase: "failed", error: messageOf(saved.error) });
      return;
    }
    const { id, name, updated_at } = saved.value;
    if (asSaved) forgetContent();
    const kept = !asSaved && last?.layout?.id === id && last.layout.saved === updated_at ? last.content : null;
    Object.assign(content, kept ?? saved.value.content);
    interaction.layout = { id, name, saved: updated_at };
  }
  if (address.symbol !== null) content.symbol = address.symbol;
  if (content.symbol === "") content.symbol = (await firstSymbol()) ?? "";
  const allowed = product.value.product.chart_timeframe;
  // Of a plan that has it no longer: the longest bars that there are.
  if (!allowed.includes(content.timeframe)) {
    content.timeframe = CHART_TIMEFRAMES.findLast(({ name }) => allowed.includes(name))?.name ?? "1D";
  }
  if (content.symbol === "") {
    Object.assign(data, { phase: "failed", error: "The market has no symbols yet." });
    return;
  }
  await show();
}

async function firstSymbol(): Promise<string | null> {
  for (const query of ["SPY", "A", "E", "I", "O"]) {
    const found = await call("chartSymbols", { query: { query, limit: 1 } });
    const [first] = found.ok ? found.value.items : [];
    if (first !== undefined) return first.symbol;
  }
  return null;
}

/** Keeps what is shown, before anything is waited for, and loads everything anew for it. */
export async function show(): Promise<void> {
  keepContent();
  await loadBars();
  await Promise.all([loadStudies(), loadMarks()]);
}

/** Another symbol, at the same date or another one. */
export async function showSymbol(symbol: string, date: string | null = address.date): Promise<void> {
  content.symbol = symbol;
  goTo({ symbol, date }, true);
  await show();
}

/** The day that the address names changes: bars around it. */
export async function showDate(date: string | null): Promise<void> {
  goTo({ date }, true);
  await show();
}

/** The next or previous row of the request. */
export async function showHit(row: number): Promise<void> {
  const { request } = address;
  if (request === null) return;
  const found = await call("chartHits", { query: { request, offset: row - 1, limit: 1 } });
  const [hit] = found.ok ? found.value.items : [];
  if (hit !== undefined) await showSymbol(hit.symbol, hit.date);
}

async function loadState(): Promise<void> {
  const answer = await call("chartMarketState");
  if (answer.ok) data.market = answer.value;
  setTimeout(() => void loadState(), STATE_POLL_MS);
}

/** On the return to the tab, checks with the server whether the session still exists. */
export function listenForReturn(): () => void {
  const onReturn = (): void => {
    if (document.visibilityState === "visible") void call("chartProduct");
  };
  document.addEventListener("visibilitychange", onReturn);
  addEventListener("pageshow", onReturn);
  return () => {
    document.removeEventListener("visibilitychange", onReturn);
    removeEventListener("pageshow", onReturn);
  };
}

/** Back and forward show what their address names. */
export function listenForBack(): () => void {
  const onBack = (): void => {
    Object.assign(address, readChartAddress(location.pathname, location.search));
    if (address.symbol !== null) content.symbol = address.symbol;
    void show();
  };
  addEventListener("popstate", onBack);
  return () => removeEventListener("popstate", onBack);
}
