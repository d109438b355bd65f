import type { z } from "zod";
import { ACCOUNT_ROUTES } from "./accounts.ts";
import { ACTIVITY_ROUTES } from "./activity.ts";
import { ADMIN_ROUTES } from "./admin.ts";
import { ANSWER_ROUTES } from "./answers.ts";
import { BILLING_ROUTES } from "./billing.ts";
import { CHART_LAYOUT_ROUTES } from "./chart-layouts.ts";
import { CHART_SIGN_IN_ROUTES } from "./chart-sign-in.ts";
import { CHART_ROUTES } from "./chart.ts";
import { DATA_REQUEST_ROUTES } from "./data-requests.ts";
import { DOWNLOAD_ROUTES } from "./downloads.ts";
import { EMAIL_CHANGE_ROUTES } from "./email-change.ts";
import { EVENT_ROUTES } from "./events.ts";
import { FOLDER_ROUTES } from "./folders.ts";
import { FORMULA_ROUTES } from "./formulas.ts";
import { GALLERY_ROUTES } from "./gallery.ts";
import { GOOGLE_ROUTES } from "./google.ts";
import { MARKET_ROUTES } from "./market.ts";
import { MARKET_DAY_ROUTES } from "./market-days.ts";
import { METRIC_ROUTES } from "./metrics.ts";
import { OWN_DATA_ROUTES } from "./own-data.ts";
import { PARSE_ROUTES } from "./parse.ts";
import { REFERENCE_ROUTES } from "./reference.ts";
import { RESULT_ROUTES } from "./results.ts";
import { SECOND_FACTOR_ROUTES } from "./second-factor.ts";
import { SESSION_ROUTES } from "./sessions.ts";
import { SHELL_ROUTES } from "./shell.ts";
import { SHOWCASE_ROUTES } from "./showcase.ts";
import { STUDY_ROUTES } from "./study.ts";
import { SWEEP_ROUTES } from "./sweep.ts";
import { STREAM_ROUTES } from "./stream.ts";
import { TEMPLATE_ROUTES } from "./templates.ts";
import { TOKEN_ROUTES } from "./tokens.ts";
import { FINDING_ROUTES } from "./findings.ts";
import { IDENTITY_ROUTES } from "./identities.ts";
import { UPDATE_ROUTES } from "./updates.ts";
import { USE_AS_ROUTES } from "./use-as-routes.ts";
import { WEBHOOK_ROUTES } from "./webhooks.ts";

/** Every route of the server by name. */
export const ROUTES = {
  ...PARSE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...EMAIL_CHANGE_ROUTES,
  ...GOOGLE_ROUTES,
  ...SESSION_ROUTES,
  ...TOKEN_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...ADMIN_ROUTES,
  ...USE_AS_ROUTES,
  ...DATA_REQUEST_ROUTES,
  ...FOLDER_ROUTES,
  ...TEMPLATE_ROUTES,
  ...FORMULA_ROUTES,
  ...OWN_DATA_ROUTES,
  ...WEBHOOK_ROUTES,
  ...UPDATE_ROUTES,
  ...MARKET_DAY_ROUTES,
  ...FINDING_ROUTES,
  ...IDENTITY_ROUTES,
  ...ANSWER_ROUTES,
  ...RESULT_ROUTES,
  ...GALLERY_ROUTES,
  ...REFERENCE_ROUTES,
  ...MARKET_ROUTES,
  ...ACTIVITY_ROUTES,
  ...BILLING_ROUTES,
  ...EVENT_ROUTES,
  ...METRIC_ROUTES,
  ...CHART_SIGN_IN_ROUTES,
  ...CHART_ROUTES,
  ...CHART_LAYOUT_ROUTES,
  ...DOWNLOAD_ROUTES,
  ...SHELL_ROUTES,
  ...SHOWCASE_ROUTES,
  ...STREAM_ROUTES,
  ...STUDY_ROUTES,
  ...SWEEP_ROUTES,
};

export type RouteName = keyof typeof ROUTES;

type Answers = { [Name in RouteName]: (typeof ROUTES)[Name]["answer"] };
/** What a route answers; nothing for a file. */
export type AnswerOf<Name extends RouteName> = Answers[Name] extends z.ZodType ? z.output<Answers[Name]> : never;
