import { createContext } from "react";
import type { Screen } from "./screens.ts";

/** The table of screens for those who stand in it themselves and cannot import it. */
export const KnownScreens = createContext<readonly Screen[]>([]);
