/** Names that browsers give themselves; each also claims to be those behind it. */
const BROWSERS: readonly (readonly [sign: string, name: string])[] = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["HeadlessChrome", "Headless Chrome"],
  ["Chrome", "Chrome"],
  ["Version", "Safari"],
];
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone|iPad|iPod/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** `Firefox 145 on Linux` for what a browser calls itself; an unknown name stays as it is. */
export function programName(agent: string): string {
  if (!agent.startsWith("Mozilla/")) return agent;
  for (const [sign, name] of BROWSERS) {
    const version = new RegExp(`\\b${sign}[^/ ]*/(\\d+)`).exec(agent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find(([mark]) => mark.test(agent))?.[1];
    return `${name} ${version}${system === undefined ? "" : ` on ${system}`}`;
  }
  return agent;
}
