import { createContext } from "react";
import type { ComponentType } from "react";
import { screenAt } from "../../contract/index.ts";
import type { ScreenRow } from "../../contract/index.ts";

/** A screen with its page, which is a chunk of its own. */
export interface Screen extends ScreenRow {
  readonly page: ComponentType;
}

/** Where a signed-in user begins. */
export const HOME = "/";
export const LOGIN = "/login";
/** Whether the frame is shown without a sign-in. */
export const PUBLIC_HOME = "/markets";

/** Whether the frame is shown at an address; it is around the page of an unknown one, too. */
export const isFramed = (screens: readonly Screen[], path: string): boolean => screenAt(screens, path)?.framed ?? true;

/** The table of screens, which the app gives to all below it. */
export const KnownScreens = createContext<readonly Screen[]>([]);
