import type { ReactNode } from "react";
import { proxy } from "valtio";
import { addCommands } from "../commands/registry.ts";
import { showToast } from "../state/slices/toast.ts";
import { holdKeys, keysHeld, releaseKeys } from "./held-keys.ts";

// Most visits never open it, and the sign-in page must stay small.
const load = () =>
  Promise.all([
    import("./model.ts"),
    import("./Palette.tsx"),
    import("./more-commands.ts"),
    import("./server-commands.ts"),
  ]);
const loadSheet = () => import("./ShortcutSheet.tsx");

type Parts = Awaited<ReturnType<typeof load>>;

interface Loaded {
  Palette: (() => ReactNode) | null;
  ShortcutSheet: ((props: { readonly onClose: () => void }) => ReactNode) | null;
}

/** What was fetched so far, to be drawn. */
export const loaded = proxy<Loaded>({ Palette: null, ShortcutSheet: null });

let parts: Parts | null = null;

/** Opens the palette, fetched when it is wanted for the first time; what is typed meanwhile is for its field. */
export async function withPalette(open: (model: Parts[0]) => void): Promise<void> {
  holdKeys();
  try {
    if (parts === null) {
      parts = await load();
      addCommands([...parts[2].moreCommands(), ...parts[3].serverCommands()]);
    }
  } catch {
    releaseKeys();
    showToast("The command palette could not be loaded. Ctrl-K tries again.", "error");
    return;
  }
  // Cancelled by Escape, a click or the same key.
  if (!keysHeld()) return;
  const [model, { default: Palette }] = parts;
  loaded.Palette = Palette;
  // A field that is there already receives keys by itself.
  if (model.paletteShown().open) releaseKeys();
  open(model);
}

/** Ctrl-K: opens it, closes it, or cancels opening it. */
export function togglePalette(): void {
  if (parts?.[0].paletteShown().open === true) parts[0].closePalette();
  else if (keysHeld()) releaseKeys();
  else void withPalette(({ openPalette }) => openPalette());
}

/** Fetches the sheet of keys. The page hears no key until it is there, and the sheet has no field for them. */
export async function fetchSheet(): Promise<boolean> {
  holdKeys();
  try {
    ({ default: loaded.ShortcutSheet } = await loadSheet());
  } catch {
    showToast("The keyboard shortcuts could not be loaded. Press ? to try again.", "error");
  }
  releaseKeys();
  return loaded.ShortcutSheet !== null;
}
