/**
 * Run in the page before it is loaded: `spans.since()` gives what it did since the last key, `spans.shown()` resolves once the
 * figures of what is written are on screen, and with them the rows and the margin. Milliseconds since 1970.
 */
export const PAGE_SPANS = `
  const now = () => performance.timeOrigin + performance.now();
  const spans = { lastKey: 0, found: [] };
  globalThis.spans = spans;
  for (const kind of ["keydown", "beforeinput"])
    addEventListener(kind, () => { spans.lastKey = now(); spans.found = []; }, true);
  const add = (kind, name, from, to) => spans.found.push({ kind, name, from, to });
  const of = (entry) => performance.timeOrigin + entry.startTime;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.initiatorType === "fetch")
        add("fetch", new URL(entry.name).pathname, of(entry), of(entry) + entry.duration);
  }).observe({ type: "resource" });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) add("script", "script over 50 ms", of(entry), of(entry) + entry.duration);
  }).observe({ type: "longtask" });
  const isCurrent = () =>
    (document.querySelector(".results .state")?.textContent ?? "").startsWith("Preview, ") &&
    document.querySelector(".results .dimmed") === null;
  const FIGURES = [
    ["outdated", () => !isCurrent()],
    ["figures of the dock", isCurrent],
    ["first rows", () => isCurrent() && document.querySelector(".grid .coming") === null],
    ["margin", () => isCurrent() && document.querySelector(".request-margin-line.old") === null],
  ];
  spans.shown = (all) => new Promise((resolve) => {
    const seen = new Set();
    const look = () => {
      for (const [name, isThere] of FIGURES) {
        if (seen.has(name) || (name !== "outdated" && !seen.has("outdated")) || !isThere()) continue;
        seen.add(name);
        requestAnimationFrame(() => setTimeout(() => {
          add("shown", name, spans.lastKey, now());
          if (name === "first rows" && !all) done();
          else if (all && FIGURES.every(([each]) => spans.found.some(({ kind, name: of }) => kind === "shown" && of === each))) done();
        }));
      }
    };
    const watcher = new MutationObserver(look);
    const done = () => {
      watcher.disconnect();
      const { to } = spans.found.find(({ kind, name }) => kind === "shown" && name === "first rows");
      resolve(to - spans.lastKey);
    };
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });`;
