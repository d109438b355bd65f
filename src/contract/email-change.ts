import { z } from "zod";
import { Accepted } from "./accepted.ts";
import { Email, Password } from "./account-fields.ts";
import type { Route } from "./route.ts";

export const ChangeEmailBody = z.strictObject({
  email: Email,
  /** Needed where the account has one; one without has to have signed in a short while ago. */
  password: Password.optional(),
});

/** Another e-mail address for an account. It is confirmed as the first one was: by `confirmEmail`. */
export const EMAIL_CHANGE_ROUTES = {
  changeEmail: {
    method: "POST",
    path: "/v1/profile/change-email",
    summary: "Mails a link to the new e-mail address; the change is in force once it is opened, and ends all sessions",
    access: "user",
    body: ChangeEmailBody,
    answer: Accepted,
    status: 202,
    problems: ["bad-request", "invalid-request", "conflict"],
  },
} as const satisfies Record<string, Route>;
