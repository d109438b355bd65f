import { expect, test } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";

/** Endpoints that programs rely on, path by path. */
const CATALOGUE = `
POST /v1/auth/jwt, POST /v1/users/signup, POST /v1/users/signout, /v1/auth/google, /v1/users/verify, GET /v1/profile,
PUT /v1/profile, POST /v1/users/reset-password, /v1/users/forgot-password, /v1/profile/change-password,
/v1/profile/update-profile, /v1/profile/invoices, POST /v1/profile/signout, POST /parse,
/v1/profile/payment/source, /v1/profile/payment/methods, /v1/profile/payment/methods/detach,
/v1/profile/payment/methods/attach, /v1/profile/payment/methods/default, /v1/payments/setup-checkout-session,
/v1/payments/subscribe, /v1/payments/get-subscription-change, /v1/subscriptions/cancel, /v1/profile/subscriptions,
/v1/profile/subscriptions/active, /v1/products/active, /v1/profile/products, /v1/account,
GET /v1/data-requests, POST /v1/data-requests, /v1/data-requests/create/web/standard, /v1/data-requests/:id,
/v1/data-requests/:id/restore, /v1/data-requests/:id/name, /v1/data-requests/:id/status,
/v1/data-requests/:id/symbol-pairs, /v1/data-requests/:id/data-updates, /v1/data-requests/:id/folder/attach,
/v1/data-requests/:id/folder/detach, /v1/data-requests/bulk-delete/soft, /v1/data-requests/favourite/bulk,
/v1/data-requests/filter-by-aggregate, /v1/profile/data-requests, /v1/profile/data-requests/trashed,
/v1/profile/data-requests/favourite, /v1/profile/data-requests/report/count,
GET /v1/events, POST /v1/events, /v1/events/filter, /v1/events/type/:type, /v1/events/user/:id, /v1/profile/events,
/v1/chart-events, /v1/user-activities, /v1/user-activities/filter,
/v1/users, /v1/users/:id, /v1/users/:id/soft, /v1/users/filter-by-aggregate, /v1/users/trashed, /v1/users/status/change,
/v1/metrics/user/:id, /v1/metrics/dashboard, /v1/admin/run-data-updates, /v1/admin/verify-data-updates, /v1/admin/run-etl,
/v1/folders, /v1/folders/:id, /v1/folders/:id/soft, /v1/profile/folders,
/v1/templates, /v1/templates/builtin, /v1/templates/custom, /v1/templates/from-data-request, /v1/templates/duplicate,
/v1/templates/:id, /v1/templates/:id/soft`;

const there = new Set(Object.values(ROUTES).flatMap(({ method, path }) => [path, `${method} ${path}`]));

test.each(CATALOGUE.split(",").map((entry) => entry.trim()))("%s is there", (entry) => {
  expect(there).toContain(entry);
});
