import type { UserStatus } from "../statuses.ts";

export type StatusColour = "green" | "red" | "orange" | "blue";

/** Colours of users' statuses (docs/product-rules.md, Statuses and colours). */
export const USER_STATUS_COLOURS = {
  active: "green",
  blocked: "red",
  pending_confirmation: "orange",
} as const satisfies Readonly<Record<UserStatus, StatusColour>>;

/** Their words on screen, and those of a role. */
export const USER_STATUS_TEXTS = {
  active: "Active",
  blocked: "Blocked",
  pending_confirmation: "Pending confirmation",
} as const satisfies Readonly<Record<UserStatus, string>>;
export const roleText = (role: string): string => (role === "super_admin" ? "Administrator" : role);

/** Of requests and transactions. */
export const STATUS_COLOURS = {
  Finished: "green",
  Successful: "green",
  Failed: "red",
  Pending: "orange",
  Paid: "blue",
} as const satisfies Readonly<Record<string, StatusColour>>;
