import { createElement } from "react";
import type { Page } from "../../contract/index.ts";
import type { ComponentType } from "react";
import { lazily } from "./lazily.tsx";
import { Waiting } from "./Waiting.tsx";

/** `user` needs a session, `super_admin` the role as well, and not while using the product as somebody else. */
export type ScreenAccess = "public" | "user" | "super_admin";

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

const waiting = createElement(Waiting);

/** Requests and templates are made on one page. */
const builder = lazily(() => import("../builder/Builder.tsx"), waiting);

export const SCREENS = [
  {
    path: "/login",
    title: "Login",
    access: "public",
    framed: false,
    pageType: null,
    page: lazily(() => import("../account/Login.tsx"), waiting),
  },
  {
    path: "/signup",
    title: "Sign up",
    access: "public",
    framed: false,
    pageType: null,
    page: lazily(() => import("../account/SignUp.tsx"), waiting),
  },
  {
    path: "/confirm-email",
    title: "Confirm e-mail",
    access: "public",
    framed: false,
    pageType: null,
    page: lazily(() => import("../account/ConfirmEmail.tsx"), waiting),
  },
  {
    path: "/forgot-password",
    title: "Forgot password",
    access: "public",
    framed: false,
    pageType: null,
    page: lazily(() => import("../account/ForgotPassword.tsx"), waiting),
  },
  {
    path: "/reset-password",
    title: "Reset password",
    access: "public",
    framed: false,
    pageType: null,
    page: lazily(() => import("../account/ResetPassword.tsx"), waiting),
  },
  {
    path: "/terms-and-conditions",
    title: "Terms and conditions",
    access: "public",
    framed: false,
    pageType: "terms-and-conditions",
    page: lazily(() => import("../account/Terms.tsx"), waiting),
  },
  {
    path: "/",
    title: "My Data",
    access: "user",
    framed: true,
    pageType: "my-data",
    goTo: "GO TO USER DASHBOARD",
    page: lazily(() => import("../data/MyData.tsx"), waiting),
  },
  {
    path: "/dashboard",
    title: "Dashboard",
    access: "user",
    framed: true,
    pageType: "dashboard",
    page: lazily(() => import("../data/Dashboard.tsx"), waiting),
  },
  {
    path: "/user-profile/settings",
    title: "Account settings",
    access: "user",
    framed: true,
    pageType: "settings",
    goTo: "GO TO USER PROFILE SETTINGS",
    page: lazily(() => import("../account/settings/Settings.tsx"), waiting),
  },
  {
    path: "/data-request",
    title: "Data Request",
    access: "user",
    framed: true,
    pageType: "data-request",
    goTo: "GO TO CREATE DATA REQUEST",
    page: builder,
  },
  {
    path: "/template",
    title: "Template",
    access: "user",
    framed: true,
    pageType: "template",
    goTo: "GO TO CREATE TEMPLATE",
    page: builder,
  },
  {
    path: "/data-request/:id/results",
    title: "Results",
    access: "user",
    framed: true,
    pageType: "data-request",
    page: lazily(() => import("../results/ResultsPage.tsx"), waiting),
  },
  {
    path: "/subscriptions",
    title: "Products",
    access: "user",
    framed: true,
    pageType: "subscriptions",
    goTo: "GO TO SUBSCRIPTION",
    page: lazily(() => import("../subscriptions/Subscriptions.tsx"), waiting),
  },
  {
    path: "/markets",
    title: "Market activity",
    access: "public",
    framed: true,
    pageType: "market-activity",
    goTo: "GO TO MARKET ACTIVITY",
    page: lazily(() => import("../markets/MarketActivity.tsx"), waiting),
  },
  {
    path: "/charting/:id",
    title: "Charting",
    access: "user",
    framed: false,
    // No button leads to a chart: it needs a symbol.
    pageType: "charting",
    page: lazily(() => import("../charting/ToCharting.tsx"), waiting),
  },
  {
    path: "/admin",
    title: "All users",
    access: "super_admin",
    framed: true,
    pageType: "users",
    goTo: "GO TO ADMIN HOME",
    page: lazily(() => import("../admin/Users.tsx"), waiting),
  },
  {
    path: "/admin/users/:id",
    title: "User",
    access: "super_admin",
    framed: true,
    pageType: "user-detail",
    goTo: "GO TO USER DETAIL",
    page: lazily(() => import("../admin/User.tsx"), waiting),
  },
  {
    path: "/admin/metrics",
    title: "Metrics",
    access: "super_admin",
    framed: true,
    pageType: "users",
    page: lazily(() => import("../admin/Metrics.tsx"), waiting),
  },
  {
    path: "/admin/activity",
    title: "Activity",
    access: "super_admin",
    framed: true,
    pageType: "users",
    page: lazily(() => import("../admin/Activity.tsx"), waiting),
  },
  {
    path: "/admin/market",
    title: "Market data",
    access: "super_admin",
    framed: true,
    pageType: "users",
    page: lazily(() => import("../admin/MarketData.tsx"), waiting),
  },
] as const satisfies readonly Screen[];

/** Where a signed-in user begins. */
export const HOME = "/";
export const LOGIN = "/login";
/** Where the frame is open to who is not signed in. */
export const PUBLIC_HOME = "/markets";

/** The screen of a path; null where there is none. */
export const screenOf = (path: string): Screen | null =>
  SCREENS.find((screen) => new RegExp(`^${screen.path.replaceAll(/:\w+/g, "[\\w-]+")}$`).test(path)) ?? null;
