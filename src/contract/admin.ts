import { z } from "zod";
import { Accepted } from "./accepted.ts";
import { UserStatus } from "./accounts.ts";
import { ActiveSubscription, ProductId } from "./billing.ts";
import { Aggregate, Counts, PageQuery, RunId, RunParams } from "./data-request-schemas.ts";
import { Event } from "./events.ts";
import { UserMetrics } from "./metrics.ts";
import type { Route } from "./route.ts";

const Role = z.enum(["super_admin", "none"]);

const Narrowing = {
  status: UserStatus.optional(),
  role: Role.optional(),
  /** Product in force; `free` for those who pay for none. */
  plan: ProductId.optional(),
  /** Days of the sign-up in UTC, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

/**
 * `q` is searched in e-mail and name. By date the newest comes first, by name and e-mail the first letter; a minus
 * reverses it.
 */
export const UsersQuery = PageQuery.extend({
  sort: z.enum(["date", "-date", "name", "-name", "email", "-email", "seen", "-seen"]).default("date"),
  ...Narrowing,
});
export const UsersAggregateQuery = z.strictObject({
  by: z.enum(["status", "role", "plan", "month"]),
  q: z.string().max(450).default(""),
  ...Narrowing,
});

const User = {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  status: UserStatus,
  roles: z.array(z.literal("super_admin")),
  second_factor: z.boolean(),
  /** The product in force. */
  plan: z.strictObject({ id: z.string(), name: z.string() }),
  /** Requests that are not in the trash. */
  requests: z.int(),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
};
export const UserItem = z.strictObject(User);
export const UserList = z.strictObject({
  items: z.array(UserItem),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export const UserDetail = z.strictObject({
  ...User,
  /** Whether a password is set. */
  password: z.boolean(),
  /** Issuers of the outside identities that sign the account in. */
  identities: z.array(z.string()),
  trashed_requests: z.int(),
  /** Live ones. */
  sessions: z.int(),
  tokens: z.int(),
  preferences: z.record(z.string(), z.unknown()),
  requests_summary: Counts,
  subscription: ActiveSubscription,
  /** The newest ten. */
  events: z.array(Event),
  /** Of the last thirty days. */
  metrics: UserMetrics,
});
export const StatusChangeBody = z.strictObject({
  id: RunId,
  status: z.enum(["active", "blocked"]),
  /** For the security log. */
  reason: z.string().trim().max(1_000).optional(),
});

export const LogQuery = PageQuery.pick({ page: true, page_size: true });
const page = { total: z.int(), page: z.int(), page_size: z.int() };
export const LogList = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      at: z.string(),
      action: z.string(),
      /**
       * E-mail of the account it concerns and of the user who did it; null where no user was signed in or the account
       * was deleted.
       */
      account: z.string().nullable(),
      actor: z.string().nullable(),
      address: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  ...page,
});
export const OwnLogList = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      at: z.string(),
      action: z.string(),
      /** Null where no user was signed in: a sign-in, a mailed link. */
      by: z.enum(["you", "admin"]).nullable(),
      /** Null where an admin did it. */
      address: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  ...page,
});

/** Users as administrators see them, and acting as one of them. */
export const ADMIN_ROUTES = {
  users: {
    method: "GET",
    path: "/v1/users",
    summary: "All users that are not in the trash",
    access: "super_admin",
    query: UsersQuery,
    answer: UserList,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  trashedUsers: {
    method: "GET",
    path: "/v1/users/trashed",
    summary: "Users in the trash",
    access: "super_admin",
    query: UsersQuery,
    answer: UserList,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  aggregateUsers: {
    method: "GET",
    path: "/v1/users/filter-by-aggregate",
    summary: "Counts users by status, role, plan or month of their sign-up",
    access: "super_admin",
    query: UsersAggregateQuery,
    answer: Aggregate,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  changeUserStatus: {
    method: "POST",
    path: "/v1/users/status/change",
    summary: "Blocks a user, which ends his sessions, or makes him active",
    access: "super_admin",
    body: StatusChangeBody,
    answer: UserDetail,
    status: 200,
    problems: ["bad-request", "second-factor-required", "not-found", "conflict"],
  },
  user: {
    method: "GET",
    path: "/v1/users/:id",
    summary: "One user, in the trash or not: profile, requests, subscription, newest events, metrics",
    access: "super_admin",
    params: RunParams,
    answer: UserDetail,
    status: 200,
    problems: ["bad-request", "second-factor-required", "not-found"],
  },
  softDeleteUser: {
    method: "DELETE",
    path: "/v1/users/:id/soft",
    summary: "Puts a user into the trash; his sessions end",
    access: "super_admin",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "second-factor-required", "not-found", "conflict"],
  },
  restoreUser: {
    method: "POST",
    path: "/v1/users/:id/restore",
    summary: "Takes a user out of the trash",
    access: "super_admin",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "second-factor-required", "not-found", "conflict"],
  },
  deleteUser: {
    method: "DELETE",
    path: "/v1/users/:id",
    summary: "Permanently deletes a user in the trash, with everything that belongs to the user",
    access: "super_admin",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "second-factor-required", "not-found", "conflict"],
  },
  userSecurityLog: {
    method: "GET",
    path: "/v1/users/:id/security-log",
    summary: "Security log of a user, newest first; kept after the user is deleted",
    access: "super_admin",
    params: RunParams,
    query: LogQuery,
    answer: LogList,
    status: 200,
    problems: ["bad-request", "second-factor-required"],
  },
  securityLog: {
    method: "GET",
    path: "/v1/profile/security-log",
    summary: "What concerns the security of the own account, the newest first",
    access: "user",
    query: LogQuery,
    answer: OwnLogList,
    status: 200,
    problems: ["bad-request"],
  },
} as const satisfies Record<string, Route>;
