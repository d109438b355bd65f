import type { Page } from "playwright";

/**
 * Where a word may still be found on a page: by place, everything that is there in one text. The word itself is never told
 * to the page.
 */
async function shown(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async () => ({
    text: document.documentElement.outerHTML,
    typed: [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value).join("\n"),
    title: document.title,
    address: location.href,
    cookie: document.cookie,
    local: JSON.stringify(Object.entries(localStorage)),
    session: JSON.stringify(Object.entries(sessionStorage)),
    databases: JSON.stringify(await indexedDB.databases()),
    caches: JSON.stringify(await caches.keys()),
    workers: String((await navigator.serviceWorker.getRegistrations()).length),
  }));
}

/** The page's heap, after everything that nobody holds has been taken away. */
async function memory(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  let snapshot = "";
  devtools.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => (snapshot += chunk));
  await devtools.send("HeapProfiler.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await devtools.detach();
  return snapshot.slice(snapshot.indexOf('"strings":'));
}

/** The places where a word is found, whatever its case; in the memory too, which takes a second, where that is said. */
export async function placesOf(page: Page, word: string, depth: "shown" | "memory"): Promise<readonly string[]> {
  const all = { ...(await shown(page)), ...(depth === "memory" ? { memory: await memory(page) } : {}) };
  return Object.entries(all).flatMap(([place, text]) => (text.toLowerCase().includes(word) ? [place] : []));
}
