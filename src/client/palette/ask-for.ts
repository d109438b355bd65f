import { withPalette } from "./load-palette.ts";
import type { Choices } from "../commands/registry.ts";

/** Opens the palette on what a command asks for. */
export const askFor = (choices: Choices): Promise<void> =>
  withPalette(({ openPalette, arrived }, { choicesPage }) => openPalette(choicesPage(choices, arrived)));
