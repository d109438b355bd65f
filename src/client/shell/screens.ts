import { lazy } from "react";
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
  /** Type of the page-visit event. */
  readonly pageType: string;
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
    pageType: "login",
    page: lazy(() => import("../account/Login.tsx")),
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
    pageType: "data-request-results",
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
] as const satisfies readonly Screen[];

/** Where a signed-in user begins. */
export const HOME = "/data-request";
export const LOGIN = "/login";
