import { useContext, useLayoutEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import { addCommands } from "../commands/registry.ts";
import { user } from "../state/session/session.ts";
import { isFramed, KnownScreens } from "../ui/screen.ts";
import { fetchSheet, loaded, togglePalette } from "./load-palette.ts";

/** Ctrl/Cmd-K from anywhere and the `?` sheet; both are fetched when first asked for. */
export function PaletteHost(): ReactNode {
  const { isAuth } = useSnapshot(user);
  const { Palette, ShortcutSheet } = useSnapshot(loaded);
  const screens = useContext(KnownScreens);
  const [path] = useLocation();
  const [sheet, setSheet] = useState(false);
  useLayoutEffect(
    () =>
      addCommands([
        {
          id: "palette.open",
          title: "Command palette",
          group: "Everywhere",
          keys: ["Mod-k"],
          overAll: true,
          // Wherever the frame is; the sign-in page goes without.
          when: () => user.isAuth || isFramed(screens, location.pathname),
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
    [screens],
  );
  return (
    <>
      {Palette !== null && (isAuth || isFramed(screens, path)) && <Palette />}
      {sheet && ShortcutSheet !== null && <ShortcutSheet onClose={() => setSheet(false)} />}
    </>
  );
}
