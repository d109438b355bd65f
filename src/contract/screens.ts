import type { Page } from "./events.ts";

/** `user` needs a session, `super_admin` the role as well, and not while using the product as somebody else. */
export type ScreenAccess = "public" | "user" | "super_admin";

/** A screen as data. The status of its address, and the routes, guards, titles, buttons and visits of the page derive from it. */
export interface ScreenRow {
  /** As wouter reads it. */
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
}

/** The table of screens. Each has its page in `src/client/screens.ts`. */
export const SCREEN_ROWS = [
  {
    path: "/login",
    title: "Login",
    access: "public",
    framed: false,
    pageType: null,
  },
  {
    path: "/signup",
    title: "Sign up",
    access: "public",
    framed: false,
    pageType: null,
  },
  {
    path: "/confirm-email",
    title: "Confirm e-mail",
    access: "public",
    framed: false,
    pageType: null,
  },
  {
    path: "/forgot-password",
    title: "Forgot password",
    access: "public",
    framed: false,
    pageType: null,
  },
  {
    path: "/reset-password",
    title: "Reset password",
    access: "public",
    framed: false,
    pageType: null,
  },
  {
    path: "/terms-and-conditions",
    title: "Terms and conditions",
    access: "public",
    framed: false,
    pageType: "terms-and-conditions",
  },
  {
    path: "/",
    title: "My Data",
    access: "user",
    framed: true,
    pageType: "my-data",
    goTo: "GO TO USER DASHBOARD",
  },
  {
    path: "/dashboard",
    title: "Dashboard",
    access: "user",
    framed: true,
    pageType: "dashboard",
  },
  {
    path: "/templates",
    title: "Templates",
    access: "user",
    framed: true,
    pageType: "template",
  },
  {
    path: "/lists",
    title: "My lists",
    access: "user",
    framed: true,
    pageType: "my-data",
  },
  {
    path: "/user-profile/settings",
    title: "Account settings",
    access: "user",
    framed: true,
    pageType: "settings",
    goTo: "GO TO USER PROFILE SETTINGS",
  },
  {
    path: "/data-request",
    title: "Data Request",
    access: "user",
    framed: true,
    pageType: "data-request",
    goTo: "GO TO CREATE DATA REQUEST",
  },
  {
    path: "/template",
    title: "Template",
    access: "user",
    framed: true,
    pageType: "template",
    goTo: "GO TO CREATE TEMPLATE",
  },
  {
    path: "/data-request/:id/results",
    title: "Results",
    access: "user",
    framed: true,
    pageType: "data-request",
  },
  {
    path: "/data-request/:id/study",
    title: "Study",
    access: "user",
    framed: true,
    pageType: "data-request",
  },
  {
    path: "/data-request/:id/sweep",
    title: "Sweep",
    access: "user",
    framed: true,
    pageType: "data-request",
  },
  {
    path: "/subscriptions",
    title: "Products",
    access: "user",
    framed: true,
    pageType: "subscriptions",
    goTo: "GO TO SUBSCRIPTION",
  },
  {
    path: "/markets",
    title: "Market activity",
    access: "public",
    framed: true,
    pageType: "market-activity",
    goTo: "GO TO MARKET ACTIVITY",
  },
  {
    path: "/charting/:id",
    title: "Charting",
    access: "user",
    framed: false,
    // No button leads to a chart: it needs a symbol.
    pageType: "charting",
  },
  {
    path: "/admin",
    title: "All users",
    access: "super_admin",
    framed: true,
    pageType: "users",
    goTo: "GO TO ADMIN HOME",
  },
  {
    path: "/admin/users/:id",
    title: "User",
    access: "super_admin",
    framed: true,
    pageType: "user-detail",
    goTo: "GO TO USER DETAIL",
  },
  {
    path: "/admin/metrics",
    title: "Metrics",
    access: "super_admin",
    framed: true,
    pageType: "users",
  },
  {
    path: "/admin/activity",
    title: "Activity",
    access: "super_admin",
    framed: true,
    pageType: "users",
  },
  {
    path: "/admin/market",
    title: "Market data",
    access: "super_admin",
    framed: true,
    pageType: "users",
  },
  {
    path: "/admin/days",
    title: "Market days",
    access: "super_admin",
    framed: true,
    pageType: "users",
  },
] as const satisfies readonly ScreenRow[];

/** Path of a screen, as the table has it. */
export type ScreenPath = (typeof SCREEN_ROWS)[number]["path"];

/** The screen at an address, in any case and with or without a slash at its end; undefined where there is none. */
export const screenAt = <Row extends ScreenRow>(rows: readonly Row[], path: string): Row | undefined =>
  rows.find((row) =>
    new RegExp(`^${row.path.replaceAll(/:\w+/g, "[\\w-]+")}${row.path === "/" ? "" : "/?"}$`, "i").test(path),
  );
