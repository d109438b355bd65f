/** What the browser keeps between visits. A full or forbidden storage costs the keeping, never the page. */
export function readKept<T>(key: string, read: (value: unknown) => T | null): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    // Not JSON, or the browser allows no storage: as if nothing had been kept.
    return null;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full storages refuse; the page goes on without.
  }
}
