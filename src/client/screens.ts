import { createElement } from "react";
import type { ComponentType } from "react";
import { SCREEN_ROWS } from "../contract/index.ts";
import type { ScreenPath } from "../contract/index.ts";
import { lazily } from "./ui/lazily.tsx";
import type { Screen } from "./ui/screen.ts";
import { Waiting } from "./ui/Waiting.tsx";

const waiting = createElement(Waiting);

/** Requests and templates are made on one page. */
const builder = lazily(() => import("./builder/Builder.tsx"), waiting);

/** The page of every screen, each a chunk of its own. */
const PAGES: Readonly<Record<ScreenPath, ComponentType>> = {
  "/login": lazily(() => import("./account/Login.tsx"), waiting),
  "/signup": lazily(() => import("./account/SignUp.tsx"), waiting),
  "/confirm-email": lazily(() => import("./account/ConfirmEmail.tsx"), waiting),
  "/forgot-password": lazily(() => import("./account/ForgotPassword.tsx"), waiting),
  "/reset-password": lazily(() => import("./account/ResetPassword.tsx"), waiting),
  "/terms-and-conditions": lazily(() => import("./account/Terms.tsx"), waiting),
  "/": lazily(() => import("./data/MyData.tsx"), waiting),
  "/dashboard": lazily(() => import("./dashboard/Dashboard.tsx"), waiting),
  "/templates": lazily(() => import("./templates/Templates.tsx"), waiting),
  "/lists": lazily(() => import("./lists/MyLists.tsx"), waiting),
  "/user-profile/settings": lazily(() => import("./account/settings/Settings.tsx"), waiting),
  "/data-request": builder,
  "/template": builder,
  "/data-request/:id/results": lazily(() => import("./results/ResultsPage.tsx"), waiting),
  "/data-request/:id/study": lazily(() => import("./study/Study.tsx"), waiting),
  "/data-request/:id/sweep": lazily(() => import("./study/Sweep.tsx"), waiting),
  "/subscriptions": lazily(() => import("./subscriptions/Subscriptions.tsx"), waiting),
  "/markets": lazily(() => import("./markets/MarketActivity.tsx"), waiting),
  "/charting/:id": lazily(() => import("./charting/ToCharting.tsx"), waiting),
  "/admin": lazily(() => import("./admin/Users.tsx"), waiting),
  "/admin/users/:id": lazily(() => import("./admin/User.tsx"), waiting),
  "/admin/metrics": lazily(() => import("./admin/Metrics.tsx"), waiting),
  "/admin/activity": lazily(() => import("./admin/Activity.tsx"), waiting),
  "/admin/market": lazily(() => import("./admin/MarketData.tsx"), waiting),
  "/admin/days": lazily(() => import("./admin/MarketDays.tsx"), waiting),
};

/** The table of screens, with their pages. */
export const SCREENS = SCREEN_ROWS.map((row) => ({ ...row, page: PAGES[row.path] })) satisfies readonly Screen[];
