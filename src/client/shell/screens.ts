import { lazy } from "react";
import type { Page } from "../../contract/index.ts";
import type { ComponentType, LazyExoticComponent } from "react";

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
  /** Label of a button that leads here (specification, 2). */
  readonly goTo?: string;
  /** Each is a chunk of its own. */
  readonly page: LazyExoticComponent<ComponentType>;
}

/** Requests and templates are made on one page. */
const builder = lazy(() => import("../builder/Builder.tsx"));

export const SCREENS = [
  {
    path: "/login",
    title: "Login",
    access: "public",
    framed: false,
    pageType: null,
    page: lazy(() => import("../account/Login.tsx")),
  },
  {
    path: "/signup",
    title: "Sign up",
    access: "public",
    framed: false,
    pageType: null,
    page: lazy(() => import("../account/SignUp.tsx")),
  },
  {
    path: "/confirm-email",
    title: "Confirm e-mail",
    access: "public",
    framed: false,
    pageType: null,
    page: lazy(() => import("../account/ConfirmEmail.tsx")),
  },
  {
    path: "/forgot-password",
    title: "Forgot password",
    access: "public",
    framed: false,
    pageType: null,
    page: lazy(() => import("../account/ForgotPassword.tsx")),
  },
  {
    path: "/reset-password",
    title: "Reset password",
    access: "public",
    framed: false,
    pageType: null,
    page: lazy(() => import("../account/ResetPassword.tsx")),
  },
  {
    path: "/terms-and-conditions",
    title: "Terms and conditions",
    access: "public",
    framed: false,
    pageType: "terms-and-conditions",
    page: lazy(() => import("../account/Terms.tsx")),
  },
  {
    path: "/",
    title: "My Data",
    access: "user",
    framed: true,
    pageType: "my-data",
    goTo: "GO TO USER DASHBOARD",
    page: lazy(() => import("../data/MyData.tsx")),
  },
  {
    path: "/dashboard",
    title: "Dashboard",
    access: "user",
    framed: true,
    pageType: "dashboard",
    page: lazy(() => import("../data/Dashboard.tsx")),
  },
  {
    path: "/user-profile/settings",
    title: "Account settings",
    access: "user",
    framed: true,
    pageType: "settings",
    goTo: "GO TO USER PROFILE SETTINGS",
    page: lazy(() => import("../account/settings/Settings.tsx")),
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
    page: lazy(() => import("../results/ResultsPage.tsx")),
  },
  {
    path: "/subscriptions",
    title: "Products",
    access: "user",
    framed: true,
    pageType: "subscriptions",
    goTo: "GO TO SUBSCRIPTION",
    page: lazy(() => import("../subscriptions/Subscriptions.tsx")),
  },
  {
    path: "/markets",
    title: "Market activity",
    access: "public",
    framed: true,
    pageType: "market-activity",
    goTo: "GO TO MARKET ACTIVITY",
    page: lazy(() => import("../markets/MarketActivity.tsx")),
  },
  {
    path: "/charting/:id",
    title: "Charting",
    access: "user",
    framed: false,
    // Charting has no label (specification, 2).
    pageType: "charting",
    page: lazy(() => import("../charting/ToCharting.tsx")),
  },
  {
    path: "/admin",
    title: "All users",
    access: "super_admin",
    framed: true,
    pageType: "users",
    goTo: "GO TO ADMIN HOME",
    page: lazy(() => import("../admin/Users.tsx")),
  },
  {
    path: "/admin/users/:id",
    title: "User",
    access: "super_admin",
    framed: true,
    pageType: "user-detail",
    goTo: "GO TO USER DETAIL",
    page: lazy(() => import("../admin/User.tsx")),
  },
  {
    path: "/admin/metrics",
    title: "Metrics",
    access: "super_admin",
    framed: true,
    pageType: "users",
    page: lazy(() => import("../admin/Metrics.tsx")),
  },
  {
    path: "/admin/activity",
    title: "Activity",
    access: "super_admin",
    framed: true,
    pageType: "users",
    page: lazy(() => import("../admin/Activity.tsx")),
  },
  {
    path: "/admin/market",
    title: "Market data",
    access: "super_admin",
    framed: true,
    pageType: "users",
    page: lazy(() => import("../admin/MarketData.tsx")),
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
