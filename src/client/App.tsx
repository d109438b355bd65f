import { Theme } from "@radix-ui/themes";
import { useEffect, useLayoutEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { startServices } from "./adapters/start-services.ts";
import { placeCommands } from "./commands/places.ts";
import { addCommands } from "./commands/registry.ts";
import { listenForShortcuts } from "./commands/shortcuts.ts";
import { PaletteHost } from "./palette/PaletteHost.tsx";
import { SCREENS } from "./screens.ts";
import { Screens } from "./shell/Screens.tsx";
import { ToastMessage } from "./shell/ToastMessage.tsx";
import { appearance } from "./state/slices/appearance.ts";
import { keepProfile } from "./state/sign-in/profile.ts";
import { takeMessage } from "./state/session/kept.ts";
import { leaving, followOtherTabs } from "./state/session/session.ts";
import { showToast } from "./state/slices/toast.ts";
import { KnownScreens } from "./ui/screen.ts";

/** Theme, screen of the address, messages; and what goes on whatever the screen. */
export function App(): ReactNode {
  const { shown } = useSnapshot(appearance);
  const { begun: departing } = useSnapshot(leaving);
  useEffect(() => {
    void startServices();
    const message = takeMessage();
    if (message !== null) showToast(message);
  }, []);
  // With the first paint and not after it: a key that is pressed at what stands there is heard.
  useLayoutEffect(() => {
    const stops = [listenForShortcuts(), addCommands(placeCommands(SCREENS)), keepProfile(), followOtherTabs()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <Theme appearance={shown} accentColor="blue" grayColor="slate" radius="medium" panelBackground="solid">
      {!departing && (
        <KnownScreens value={SCREENS}>
          <Screens />
          <PaletteHost />
          <ToastMessage />
        </KnownScreens>
      )}
    </Theme>
  );
}
