import type { Choices } from "./registry.ts";

/** Opens the palette on what a command asks for. */
export async function askFor(choices: Choices): Promise<void> {
  // The palette is a chunk of its own.
  const [{ openPalette, arrived }, { choicesPage }] = await Promise.all([
    import("../palette/model.ts"),
    import("../palette/sources.ts"),
  ]);
  openPalette(choicesPage(choices, arrived));
}
