/** The details of an event in one line: `format: xlsx, rows: 209`. */
export function detailsText(details: unknown): string {
  // Of an address, what is not the same everywhere.
  if (typeof details === "string") return details.replace(/^https?:\/\/[^/]+(?=\/)/, "");
  if (typeof details !== "object") return details === undefined ? "" : JSON.stringify(details);
  if (details === null) return "";
  if (Array.isArray(details)) return details.map(detailsText).join(", ");
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${words(name)}: ${detailsText(value)}`)
    .join(", ");
}

/** `as_it_is` and `asItIs` as `as it is`. */
const words = (name: string): string => name.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
