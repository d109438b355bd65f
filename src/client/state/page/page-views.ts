/** Called with every page that is shown; its address is without the part behind #, which may hold secrets. */
export type PageListener = (address: string) => void;

const listeners = new Set<PageListener>();
let last: string | null = null;

export const pageViewed = (address: string): void => {
  last = address;
  for (const listener of listeners) listener(address);
};

/** Tells an analytics service of pages from here on, the one on screen included. */
export function onPageView(listener: PageListener): () => void {
  listeners.add(listener);
  if (last !== null) listener(last);
  return () => listeners.delete(listener);
}
