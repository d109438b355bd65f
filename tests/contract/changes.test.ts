import { expect, test } from "vitest";
import { CHANGED_LISTS, ROUTES } from "../../src/contract/index.ts";
import type { Route, RouteName } from "../../src/contract/index.ts";

/**
 * Routes that are no plain reading and tell open pages of no list that they changed, by the reason. Whoever adds a route says
 * in the contract what it changes, or here why no list does.
 */
const CHANGES_NO_LIST: Readonly<Record<string, readonly RouteName[]>> = {
  "only computes an answer": [
    "parse",
    "parseRequest",
    "explain",
    "values",
    "fieldValues",
    "funnel",
    "distribution",
    "subscriptionChange",
    "chartIndicators",
    "previewOwnData",
  ],
  "the run itself is told of, from waiting to its end": ["preview", "cancel", "rerunRequest"],
  "the change of the market is told to all": [
    "runEtl",
    "askMarketDay",
    "rollBackMarket",
    "settleFinding",
    "restateFinding",
    "settleIdentity",
  ],
  "each run that it starts is told of": ["runDataUpdates"],
  "signs in or out; streams of a session that ends are ended": [
    "signUp",
    "confirmEmail",
    "resendConfirmation",
    "signIn",
    "signOut",
    "signOutUser",
    "forgotPassword",
    "resetPassword",
    "changePassword",
    "googleSecondFactor",
    "endOtherSessions",
    "endSession",
    "useAs",
    "stopUseAs",
    "chartCode",
    "redeemChartCode",
    "endChartSession",
  ],
  "of the account itself, which the settings show": [
    "changeProfile",
    "updateProfile",
    "deleteAccount",
    "changeEmail",
    "makeToken",
    "revokeToken",
    "setUpSecondFactor",
    "confirmSecondFactor",
    "renewRecoveryCodes",
    "switchOffSecondFactor",
    "makeWebhook",
    "changeWebhook",
    "deleteWebhook",
    "testWebhook",
  ],
  "of another account, as an administrator sees it": [
    "changeUserStatus",
    "softDeleteUser",
    "restoreUser",
    "deleteUser",
  ],
  "of the plan, which the payment provider decides about": [
    "setupCheckout",
    "subscribe",
    "cancelSubscription",
    "attachPaymentMethod",
    "detachPaymentMethod",
    "defaultPaymentMethod",
    "billingPortal",
    "paymentEvent",
  ],
  "registers what somebody did": ["registerEvent", "registerChartEvent"],
  "of the chart's own page, which has no stream": ["saveChartLayout", "changeChartLayout", "deleteChartLayout"],
  "is for one download": ["downloadTicket"],
  "of rows, which the page that labels them shows at once": ["labelDay"],
  "of a sweep's held-out days, which its page shows at once": ["openSweep"],
};

const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
const reasoned = Object.values(CHANGES_NO_LIST).flat();

test("every route that is no plain reading says which lists it changes, or here is the reason why none", () => {
  const silent = routes.filter(([, { method, changes }]) => method !== "GET" && changes === undefined);
  expect(silent.map(([name]) => name).toSorted()).toEqual(reasoned.toSorted());
});

test("a reading changes no list, each list is changed by some route, and none is named twice", () => {
  for (const [name, { method, changes }] of routes) {
    if (method === "GET") expect(changes, name).toBe(undefined);
    expect(new Set(changes).size, name).toBe(changes?.length ?? 0);
  }
  expect(new Set(routes.flatMap(([, { changes }]) => changes ?? []))).toEqual(new Set(CHANGED_LISTS));
});
