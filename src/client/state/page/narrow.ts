import { useSyncExternalStore } from "react";

const query = "matchMedia" in globalThis ? matchMedia("(max-width: 1023px)") : null;

function listen(listener: () => void): () => void {
  query?.addEventListener("change", listener);
  return () => query?.removeEventListener("change", listener);
}

/** Whether there is no room for the drawer beside the page. */
export const useNarrow = (): boolean => useSyncExternalStore(listen, () => query?.matches === true);
