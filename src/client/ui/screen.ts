import { createContext } from "react";
import type { ComponentType } from "react";
import type { Page } from "../../contract/index.ts";

/** `user` needs a session, `super_admin` the role as well, and not while using the product as somebody else. */
type ScreenAccess = "public" | "user" | "super_admin";

/** A screen as data: routes, guards, titles, navigation buttons and page events derive from it. */
export interface Screen {
  /** Pattern of wouter. */
  readonly path: string;
  /** Of the window, before the product's name. */
  readonly title: string;
  readonly access: ScreenAccess;
  /** Screens outside the frame have neither bar nor drawer. */
  readonly framed: boolean;
  /** Whose visits are registered; null for those before the sign-in. */
  readonly pageType: Page | null;
  /** Label of a button that leads here. */
  readonly goTo?: string;
  /** Each is a chunk of its own. */
  readonly page: ComponentType;
}

/** Where a signed-in user begins. */
export const HOME = "/";
export const LOGIN = "/login";
/** Whether the frame is shown without a sign-in. */
export const PUBLIC_HOME = "/markets";

/** The screen of a path; null where there is none. */
export const screenOf = (screens: readonly Screen[], path: string): Screen | null =>
  screens.find((screen) => new RegExp(`^${screen.path.replaceAll(/:\w+/g, "[\\w-]+")}$`).test(path)) ?? null;

/** The table of screens, which the app gives to all below it. */
export const KnownScreens = createContext<readonly Screen[]>([]);
