import type { Page } from "playwright";

/** Where a word may still be found on a page: by place, everything that is there in one text. The word itself is never told to the page. */
export async function traces(page: Page): Promise<Readonly<Record<string, string>>> {
  const there = await page.evaluate(async () => ({
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
  return { ...there, memory: await memory(page) };
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

/** The places where a word is found, whatever its case. */
export async function placesOf(page: Page, word: string): Promise<readonly string[]> {
  return Object.entries(await traces(page)).flatMap(([place, text]) =>
    text.toLowerCase().includes(word) ? [place] : [],
  );
}
