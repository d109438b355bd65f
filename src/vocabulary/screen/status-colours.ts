import type { UserStatus } from "../statuses.ts";

export type StatusColour = "green" | "red" | "orange" | "blue";

/** Colours of users' statuses (docs/product-rules.md, Statuses and colours). */
export const USER_STATUS_COLOURS = {
  active: "green",
  blocked: "red",
  pending_confirmation: "orange",
} as const satisfies Readonly<Record<UserStatus, StatusColour>>;

/** Of requests and transactions. */
export const STATUS_COLOURS = {
  Finished: "green",
  Successful: "green",
  Failed: "red",
  Pending: "orange",
  Paid: "blue",
} as const satisfies Readonly<Record<string, StatusColour>>;
