/** What the security log records, and how a screen says it. */
export const SECURITY_ACTIONS = {
  "sign-up": "Signed up",
  "sign-in": "Signed in",
  "sign-in-failed": "Sign-in failed",
  "sign-out": "Signed out",
  "email-confirmed": "E-mail address confirmed",
  "email-change-asked": "Change of e-mail address requested",
  "email-changed": "E-mail address changed",
  "password-forgotten": "Password reset requested",
  "password-reset": "Password reset",
  "password-changed": "Password changed",
  "profile-changed": "Profile changed",
  "session-ended": "Session ended",
  "token-made": "API token created",
  "token-revoked": "API token revoked",
  "second-factor-on": "Second factor turned on",
  "second-factor-off": "Second factor turned off",
  "identity-linked": "Sign-in with Google linked",
  denied: "Access denied",
  "use-as-start": "Use-as started",
  "use-as-stop": "Use-as stopped",
  "role-changed": "Role changed",
  "status-changed": "Status of the account changed",
  "account-deleted": "Account deleted",
  "account-restored": "Account restored",
  "webhook-made": "Webhook created",
  "webhook-changed": "Webhook changed",
  "webhook-deleted": "Webhook deleted",
  "updates-run": "Daily updates run",
  "import-started": "Import started",
  "market-rolled-back": "Market set back to a snapshot",
  "market-day-asked": "Session requested again",
  "finding-settled": "Doubtful data settled",
  "bar-restated": "Bar restated",
  "identity-settled": "Identity of a symbol settled",
  /** Checkout, subscription, cards. */
  payment: "Billing",
  /** Anything else that an admin did in somebody's account. */
  "changed-as": "Changed by an administrator",
} as const;

export type SecurityAction = keyof typeof SECURITY_ACTIONS;

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(SECURITY_ACTIONS));

/** An entry's words; the name itself where a later version wrote it. */
export const securityActionText = (action: string): string => WORDS.get(action) ?? action;
