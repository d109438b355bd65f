import { z } from "zod";
import { USER_STATUSES } from "../vocabulary/index.ts";
import { Accepted } from "./accepted.ts";
import { Email, Password } from "./account-fields.ts";
import type { Route } from "./route.ts";

const Name = z.string().trim().min(1).max(200);
/** The part of a mailed link behind #. */
const MailedToken = z.string().regex(/^[\w-]{43}$/, "This link is incomplete. Open the whole link from the e-mail.");

const SignUpBody = z.strictObject({ name: Name, email: Email, password: Password });
const SignInBody = z.strictObject({
  /** Any text: an invalid address has no account either. */
  email: z
    .string()
    .max(254)
    .transform((text) => text.trim().toLowerCase()),
  password: Password,
  /** Six digits, or a recovery code, where a second factor is on. */
  code: z.string().trim().max(40).optional(),
  /** Connects the Google identity that this browser proved a moment ago, where the account has its address. */
  link: z.boolean().optional(),
});
const ConfirmBody = z.strictObject({
  token: MailedToken,
  /** The password of a new account, where another browser than the one that signed up opens the link. */
  password: Password.optional(),
});
/** Whether all API tokens of the account end too. */
const RevokeTokens = z.boolean().default(false);
const ForgotBody = z.strictObject({ email: Email });
export const ResetBody = z.strictObject({ token: MailedToken, password: Password, revoke_tokens: RevokeTokens });
export const ChangePasswordBody = z.strictObject({
  old_password: Password,
  new_password: Password,
  revoke_tokens: RevokeTokens,
});
const DeleteAccountBody = z.strictObject({ password: Password });
export const ProfileBody = z.strictObject({
  name: Name.optional(),
  /** The page's own settings; merged field by field. */
  preferences: z.record(z.string().max(100), z.json()).optional(),
});

export const UserStatus = z.enum(USER_STATUSES);

export const Profile = z.strictObject({
  id: z.string(),
  email: z.string(),
  /** The requested address that awaits confirmation; null without one. */
  new_email: z.string().nullable(),
  name: z.string(),
  roles: z.array(z.literal("super_admin")),
  status: UserStatus,
  second_factor: z.boolean(),
  /** Whether a password is set; accounts made by Google have none at first. */
  password: z.boolean(),
  preferences: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  /** The admin who acts as this user; null otherwise. */
  used_by: z.strictObject({ email: z.string(), name: z.string() }).nullable(),
  /**
   * Encrypts what a browser stores for this account while another user is signed in; 32 bytes in base64, null for API
   * tokens.
   */
  browser_key: z.string().nullable(),
});
export type Profile = z.infer<typeof Profile>;

export const SignedInAnswer = z.strictObject({
  token: z.string(),
  expires_at: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.literal("super_admin")),
});

const ConfirmedAnswer = z.strictObject({
  success: z.literal(true),
  /** The address that is confirmed. */
  email: z.string(),
  /**
   * Where a new account is confirmed in the browser that signed up: the proof of both is there, and it is signed in.
   */
  session: SignedInAnswer.nullable(),
});

/** Accounts and sessions. */
export const ACCOUNT_ROUTES = {
  signUp: {
    method: "POST",
    path: "/v1/users/signup",
    summary: "Makes an account that waits for the confirmation of its e-mail address",
    access: "public",
    body: SignUpBody,
    answer: Accepted,
    status: 201,
    problems: ["bad-request", "invalid-request"],
  },
  confirmEmail: {
    method: "POST",
    path: "/v1/users/verify",
    summary:
      "Confirms an e-mail address, the first or another one, by the token of the mailed link; `password` sets that of a new account. The browser that signed up is signed in",
    access: "public",
    body: ConfirmBody,
    answer: ConfirmedAnswer,
    status: 200,
    problems: ["bad-request", "invalid-request"],
  },
  resendConfirmation: {
    method: "POST",
    path: "/v1/users/resend-confirmation",
    summary: "E-mails the link that confirms a new account once more; never says whether there is an account",
    access: "public",
    body: ForgotBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request"],
  },
  signIn: {
    method: "POST",
    path: "/v1/auth/jwt",
    summary: "Signs in; a browser gets the second half of its session as a cookie",
    access: "public",
    body: SignInBody,
    answer: SignedInAnswer,
    status: 200,
    problems: ["bad-request", "unauthorized", "not-confirmed", "second-factor", "invalid-request"],
  },
  signOut: {
    method: "POST",
    path: "/v1/profile/signout",
    summary: "Ends this session",
    access: "user",
    answer: Accepted,
    status: 200,
    problems: [],
  },
  signOutUser: {
    method: "POST",
    path: "/v1/users/signout",
    summary: "Ends this session; the older name",
    access: "user",
    answer: Accepted,
    status: 200,
    problems: [],
  },
  forgotPassword: {
    method: "POST",
    path: "/v1/users/forgot-password",
    summary: "E-mails a link to choose a new password; never says whether there is an account",
    access: "public",
    body: ForgotBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request"],
  },
  resetPassword: {
    method: "POST",
    path: "/v1/users/reset-password",
    summary:
      "Sets a new password by the token of the mailed link; ends all sessions, other mailed links and, if asked, API tokens",
    access: "public",
    body: ResetBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "invalid-request"],
  },
  changePassword: {
    method: "POST",
    path: "/v1/profile/change-password",
    summary: "Changes the password; ends all other sessions, mailed links and, if asked, API tokens",
    access: "user",
    body: ChangePasswordBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "invalid-request"],
  },
  profile: {
    method: "GET",
    path: "/v1/profile",
    summary: "The signed-in account",
    access: "user",
    scope: "user",
    answer: Profile,
    status: 200,
    problems: [],
  },
  changeProfile: {
    method: "PUT",
    path: "/v1/profile",
    summary: "Changes name and preferences",
    access: "user",
    scope: "user",
    body: ProfileBody,
    answer: Profile,
    status: 200,
    problems: ["bad-request", "limit-reached"],
  },
  updateProfile: {
    method: "POST",
    path: "/v1/profile/update-profile",
    summary: "Changes name and preferences; the older name",
    access: "user",
    scope: "user",
    body: ProfileBody,
    answer: Profile,
    status: 200,
    problems: ["bad-request", "limit-reached"],
  },
  deleteAccount: {
    method: "POST",
    path: "/v1/profile/delete-account",
    summary: "Deletes the own account: its sessions and API tokens end at once",
    access: "user",
    body: DeleteAccountBody,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "invalid-request", "conflict"],
  },
} as const satisfies Record<string, Route>;
