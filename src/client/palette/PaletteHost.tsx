import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import { addCommands } from "../commands/registry.ts";
import { screenOf } from "../shell/screens.ts";
import { user } from "../state/session.ts";
import { fetchSheet, loaded, togglePalette } from "./load-palette.ts";

/** Ctrl/Cmd-K from anywhere and the `?` sheet; both are fetched when first asked for. */
export function PaletteHost(): ReactNode {
  const { isAuth } = useSnapshot(user);
  const { Palette, ShortcutSheet } = useSnapshot(loaded);
  const [path] = useLocation();
  const [sheet, setSheet] = useState(false);
  useEffect(
    () =>
      addCommands([
        {
          id: "palette.open",
          title: "Command palette",
          group: "Everywhere",
          keys: ["Mod-k"],
          overAll: true,
          // Wherever the frame is; the sign-in page goes without.
          when: () => user.isAuth || screenOf(location.pathname)?.framed === true,
          run: togglePalette,
        },
        {
          id: "help.shortcuts",
          title: "Keyboard shortcuts",
          group: "Everywhere",
          keys: ["?"],
          words: ["keys", "help"],
          run: () => void fetchSheet().then(setSheet),
        },
      ]),
    [],
  );
  return (
    <>
      {Palette !== null && (isAuth || screenOf(path)?.framed === true) && <Palette />}
      {sheet && ShortcutSheet !== null && <ShortcutSheet onClose={() => setSheet(false)} />}
    </>
  );
}
