import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import { addCommands } from "../commands/registry.ts";
import { screenOf } from "../shell/screens.ts";
import { user } from "../state/session.ts";

// Most visits never open it, and the sign-in page must stay small.
const loadModel = () => import("./model.ts");
const Palette = lazy(() => import("./Palette.tsx"));
const ShortcutSheet = lazy(() => import("./ShortcutSheet.tsx"));

/** Ctrl/Cmd-K from anywhere and the `?` sheet; both are fetched when first asked for. */
export function PaletteHost(): ReactNode {
  const { isAuth } = useSnapshot(user);
  const [path] = useLocation();
  const [used, setUsed] = useState(false);
  const [sheet, setSheet] = useState(false);
  useEffect(() => {
    const toggle = async (): Promise<void> => {
      const { closePalette, openPalette, paletteShown } = await loadModel();
      setUsed(true);
      if (paletteShown().open) closePalette();
      else openPalette();
    };
    return addCommands([
      {
        id: "palette.open",
        title: "Command palette",
        group: "Everywhere",
        keys: ["Mod-k"],
        // Wherever the frame is; the sign-in page goes without.
        when: () => user.isAuth || screenOf(location.pathname)?.framed === true,
        run: () => void toggle(),
      },
      {
        id: "help.shortcuts",
        title: "Keyboard shortcuts",
        group: "Everywhere",
        keys: ["?"],
        words: ["keys", "help"],
        run: () => setSheet(true),
      },
    ]);
  }, []);
  return (
    <Suspense>
      {used && (isAuth || screenOf(path)?.framed === true) && <Palette />}
      {sheet && <ShortcutSheet onClose={() => setSheet(false)} />}
    </Suspense>
  );
}
