import type { Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import type { RouteName } from "./routes.ts";

/**
 * What a super_admin who acts as a user may call:
 * - `reads`: changes nothing that is the user's.
 * - `undoable`: changes requests, templates, folders, favourites or saved formulas in a way that can be undone; the
 *   change and its entry in the security log, with admin and user, are one transaction.
 * - `own`: is about the admin's own use-as and charting page.
 * - `denied`: deletes for good, pays, or touches sign-in, e-mail, sessions, tokens, webhooks, profile and saved charts;
 *   and everything that is for administrators.
 * - `open`: needs no authentication.
 */
const USE_AS_RULES = ["reads", "undoable", "own", "denied", "open"] as const;
type UseAsRule = (typeof USE_AS_RULES)[number];

/** One rule for every route: one that is missing here does not compile. */
export const USE_AS = {
  parse: "open",
  signUp: "open",
  confirmEmail: "open",
  resendConfirmation: "open",
  signIn: "open",
  signOut: "denied",
  signOutUser: "denied",
  forgotPassword: "open",
  resetPassword: "open",
  changePassword: "denied",
  profile: "reads",
  changeProfile: "denied",
  updateProfile: "denied",
  deleteAccount: "denied",
  changeEmail: "denied",
  signInWays: "open",
  google: "open",
  googleCallback: "open",
  googleSecondFactor: "open",
  sessions: "denied",
  endOtherSessions: "denied",
  endSession: "denied",
  tokens: "denied",
  makeToken: "denied",
  revokeToken: "denied",
  setUpSecondFactor: "denied",
  confirmSecondFactor: "denied",
  renewRecoveryCodes: "denied",
  switchOffSecondFactor: "denied",
  users: "denied",
  trashedUsers: "denied",
  aggregateUsers: "denied",
  changeUserStatus: "denied",
  user: "denied",
  softDeleteUser: "denied",
  restoreUser: "denied",
  deleteUser: "denied",
  userSecurityLog: "denied",
  securityLog: "denied",
  useAs: "denied",
  stopUseAs: "own",
  create: "undoable",
  preview: "reads",
  parseRequest: "reads",
  list: "reads",
  request: "reads",
  status: "reads",
  cancel: "undoable",
  export: "reads",
  createRequest: "undoable",
  editRequest: "undoable",
  duplicateRequest: "undoable",
  rerunRequest: "undoable",
  // Moves to the trash only; permanent deletion is denied.
  deleteRequest: "undoable",
  restoreRequest: "undoable",
  renameRequest: "undoable",
  favouriteRequest: "undoable",
  dataUpdates: "undoable",
  attachFolder: "undoable",
  detachFolder: "undoable",
  symbolPairs: "reads",
  bulkDelete: "undoable",
  bulkFavourite: "undoable",
  aggregateRequests: "reads",
  myRequests: "reads",
  myTrash: "reads",
  trashedRequest: "reads",
  myFavourites: "reads",
  myCounts: "reads",
  folders: "reads",
  myFolders: "reads",
  createFolder: "undoable",
  folder: "reads",
  renameFolder: "undoable",
  deleteFolder: "denied",
  softDeleteFolder: "undoable",
  restoreFolder: "undoable",
  templates: "reads",
  builtInTemplates: "reads",
  ownTemplates: "reads",
  trashedTemplates: "reads",
  createTemplate: "undoable",
  templateFromRequest: "undoable",
  duplicateTemplate: "undoable",
  template: "reads",
  changeTemplate: "undoable",
  deleteTemplate: "denied",
  softDeleteTemplate: "undoable",
  restoreTemplate: "undoable",
  savedFormulas: "reads",
  saveFormula: "undoable",
  // Cannot be undone.
  forgetFormula: "denied",
  webhooks: "reads",
  makeWebhook: "denied",
  webhook: "reads",
  changeWebhook: "denied",
  deleteWebhook: "denied",
  testWebhook: "denied",
  webhookDeliveries: "reads",
  requestUpdates: "reads",
  runDataUpdates: "denied",
  verifyDataUpdates: "denied",
  runEtl: "denied",
  marketImports: "denied",
  marketImport: "denied",
  explain: "reads",
  values: "reads",
  fieldValues: "reads",
  funnel: "reads",
  distribution: "reads",
  rows: "reads",
  statistics: "reads",
  openApi: "open",
  reference: "open",
  referencePage: "open",
  market: "open",
  health: "open",
  ready: "open",
  activity: "open",
  activitySoFar: "open",
  products: "open",
  myProduct: "reads",
  subscriptions: "reads",
  activeSubscription: "reads",
  setupCheckout: "denied",
  subscribe: "denied",
  subscriptionChange: "reads",
  cancelSubscription: "denied",
  paymentSource: "reads",
  paymentMethods: "reads",
  attachPaymentMethod: "denied",
  detachPaymentMethod: "denied",
  defaultPaymentMethod: "denied",
  invoices: "reads",
  billingPortal: "denied",
  paymentEvent: "open",
  // Registers nothing then.
  registerEvent: "reads",
  registerChartEvent: "reads",
  myEvents: "reads",
  myChartEvents: "reads",
  events: "denied",
  filterEvents: "denied",
  eventsOfType: "denied",
  eventsOfUser: "denied",
  userActivities: "denied",
  filterUserActivities: "denied",
  dashboardMetrics: "denied",
  userMetrics: "denied",
  chartCode: "own",
  redeemChartCode: "open",
  endChartSession: "own",
  chartEntry: "open",
  chartProduct: "reads",
  chartMarketState: "reads",
  chartSymbols: "reads",
  chartBars: "reads",
  chartIndicators: "reads",
  chartMarks: "reads",
  chartHits: "reads",
  chartLayouts: "reads",
  chartLayout: "reads",
  saveChartLayout: "denied",
  changeChartLayout: "denied",
  deleteChartLayout: "denied",
  downloadTicket: "reads",
  download: "open",
  shell: "open",
} as const satisfies Readonly<Record<RouteName, UseAsRule>>;

const byRoute = (): ReadonlyMap<Route, UseAsRule> =>
  new Map<Route, UseAsRule>(
    // Both tables have the same names.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    Object.entries(ROUTES).map(([name, route]) => [route, USE_AS[name as RouteName]]),
  );

// Not when the module is read: the sign-in page would ship every route.
let rules: ReadonlyMap<Route, UseAsRule> | null = null;

/** The rule of a route; what is no route of the contract is denied. */
export function useAsRule(route: Route): UseAsRule {
  rules ??= byRoute();
  return rules.get(route) ?? "denied";
}

/** Whether a route may be called by an admin who acts as a user. */
export const inUseAs = (route: Route): boolean => useAsRule(route) !== "denied";
