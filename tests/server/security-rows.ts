import { claim, type Claim } from "./security-claim.ts";

const HERE = "server/security-table";

/** Every row of docs/security.md with what it claims. */
export const ROWS: Readonly<Record<string, readonly Claim[]>> = {
  sessions: [
    claim(
      "tokens of 256 bits, kept as hashes, new at each login",
      "server/account-security",
      "each sign-in makes new secrets of 256 bits, of which hashes are kept",
    ),
    claim("the user cookie carries the bearer", "e2e/account", "wrong, then right; the session is the cookie `user`"),
    claim(
      "bearer alone or cookies alone are nobody",
      "server/accounts",
      "a browser needs both halves: the bearer alone and the cookie alone are nobody",
    ),
    claim(
      "idle 7 days, absolute 30",
      "server/accounts",
      "one that was not used for seven days, or is thirty days old, has ended",
    ),
    claim("logout ends it", "server/accounts", "signing out ends the session"),
    claim("blocking ends it", "server/accounts", "a blocked account is nobody from one call to the next"),
    claim(
      "a changed password ends the others",
      "server/accounts",
      "changing it takes the old one and ends the other sessions",
    ),
    claim(
      "a changed address ends all",
      "server/accounts",
      "is in force once the link mailed there is opened; the old one is told, sessions and older links end",
    ),
    claim(
      "every event ends what it has to, one table says what",
      "server/endings",
      "an address that a thief asked for is not his once the owner has another password",
    ),
    claim(
      "listed in the settings",
      "server/account-access",
      "are listed with where they come from, the own one marked, and never with their secrets",
    ),
    claim("ended one by one", "server/account-access", "one is ended by its id, another account's is not there"),
    claim(
      "API tokens are shown once",
      "server/account-access",
      "one is shown once, works for its scopes, and is over when it is revoked",
    ),
    claim("a stream ends with its session, at another server too", "server/stream", "when %s"),
    claim(
      "a stream ends with its token",
      "server/stream",
      "of an API token when that is revoked, and one without the scope opens none",
    ),
    claim("API tokens are scoped", "server/access", "%s: a token needs its scope"),
  ],
  passwords: [
    claim("argon2id, 19 MiB, two passes", "server/account-security", "are argon2id of 19 MiB in two passes"),
    claim(
      "hashed again at the sign-in",
      "server/account-security",
      "one hashed with less is hashed again at the next sign-in",
    ),
    claim("8 to 128 characters, no common ones", "server/accounts", "the password %s is refused"),
    claim("the old one to change it", "server/accounts", "changing it takes the old one and ends the other sessions"),
  ],
  guessing: [
    claim(
      "limits per account",
      "server/accounts",
      "guessing is slowed down per account, and the right password does not help then",
    ),
    claim("nobody locks another one out", "server/ways-in", "guesses from one address hold nobody up at another"),
    claim(
      "many addresses together are slowed, and the owner comes in all the same",
      "server/ways-in",
      "many addresses guess a hundred times an hour; a browser that was there before, and a mailed link, come in",
    ),
    claim("limits per address", "server/account-security", "one address cannot try many accounts without end"),
    claim(
      "kept in PostgreSQL, failing closed",
      "server/account-security",
      "where attempts cannot be counted nobody signs in",
    ),
    claim(
      "no permanent lock-out",
      "server/account-security",
      "nobody is locked out for good: the allowance comes back",
    ),
    claim(
      "same answer and work for unknown accounts",
      "server/account-security",
      "unknown, without password, blocked or wrong: the same answer after the same work",
    ),
    claim(
      "sign-up tells nothing",
      "server/account-security",
      "signing up with an address that has an account: the same answer after the same work",
    ),
    claim(
      "a sign-up cannot be pre-empted",
      "server/ways-in",
      "opens nothing: whoever reads the mail has the account, by %s",
    ),
    claim(
      "nor by what a forgotten password sets in motion",
      "server/ways-in",
      "a forgotten password does the same for an address with an account and one without",
    ),
    claim("forgotten passwords tell nothing", "server/accounts", "nobody learns whether an address has an account"),
    claim(
      "nor does a changed address",
      "server/accounts",
      "that has an account is told so by mail, and answered like any other",
    ),
    claim("limits are configured, or refused", HERE, "limits that cannot be used stop the start: %s"),
    claim("and hold as configured", HERE, "limits of the configuration hold for routes and for guessing"),
  ],
  recovery: [
    claim(
      "random, hashed, one hour",
      "server/account-security",
      "a mailed secret is over after its hour, and kept as its hash",
    ),
    claim(
      "single use, ends all sessions",
      "server/accounts",
      "a forgotten one is replaced by the mailed link, once, and every session ends",
    ),
    claim(
      "a link of the configured address, its token in the fragment",
      HERE,
      "a mailed link leads to the configured address, whatever name the caller used",
    ),
  ],
  Google: [
    claim(
      "an address that nobody confirmed is whoever's the provider vouches for",
      "server/google",
      "that nobody has confirmed is whoever's Google vouches for, and no password of a sign-up opens it",
    ),
    claim("state, nonce, PKCE", "server/google", "with another %s fails"),
    claim("the way back works once", "server/google", "works once"),
    claim(
      "issuer and subject are the identity",
      "server/google",
      "who comes back with another address has the same account",
    ),
    claim(
      "never the address alone",
      "server/google",
      "who comes with the address of another identity's account does not get it",
    ),
    claim(
      "an account is connected by its password",
      "server/google",
      "is connected by its password, once, and then opened by Google",
    ),
  ],
  "second factor": [
    claim("offered to all", "server/account-access", "is asked for once its first code is confirmed, not before"),
    claim("recovery codes", "server/account-access", "a recovery code opens the account once; kept is its hash only"),
    claim(
      "asked for beside Google too",
      "server/google",
      "with a second factor opens by its code, in the browser that came from Google",
    ),
    claim(
      "required for super_admin",
      "server/admin",
      "signs in and may do what anybody may, and learns what is missing",
    ),
    claim(
      "its secret is kept sealed",
      "server/keyring",
      "a start moves secrets of webhooks and authenticators to the newest key, those kept open too",
    ),
  ],
  access: [
    claim("a stream is its account's", "server/stream", "is seen by nobody else, whatever its id"),
    claim("nobody gets 401 everywhere", "server/access", "%s: nobody in particular gets 401"),
    claim("a wrong bearer gets 401 everywhere", "server/access", "%s: a bearer that is none gets 401"),
    claim("a user gets 403 from administration", "server/access", "%s: a user gets 403"),
    claim("other people's requests are 404", "server/access", "%s: somebody else's request is not there"),
    claim("all their other records too", "server/access", "%s: somebody else's record is not there"),
    claim(
      "labels of days",
      "server/row-charts",
      "a label is the account's own, shows on every run of that security and day, and is taken off",
    ),
  ],
  "use-as": [
    claim("one hour, not sliding", "server/admin", "does not slide: after its hour it is over, however busy"),
    claim(
      "a child of the admin's session",
      "server/admin",
      "ends with the session it came from, and no later than that one would",
    ),
    claim("never nested", "server/admin", "is never nested, and nobody stops what he has not begun"),
    claim("never another super_admin", "server/admin", "takes an active user"),
    claim("writes are denied unless allowed", "server/access", "%s: is denied unless the table of use-as allows it"),
    claim(
      "every change names actor and user",
      "server/access",
      "%s: changes the user's data, and notes admin and user in the same transaction",
    ),
    claim("ends with the admin's rights", "server/access", "ends with the admin's rights"),
  ],
  input: [
    claim("bodies, types and forms that are none", "server/requests", "%s is refused"),
    claim("every body refuses unknown fields", HERE, "%s refuses a field that it does not know"),
    claim("bodies are bounded", HERE, "no route takes a body above 256 KiB, but files of one's own, up to 12 MiB"),
    claim("strict on the way out", HERE, "an answer that its schema does not know is not sent"),
    claim("prototypes are names like any other", "request/read-request", "of prototypes are names like any other"),
    claim("text that cannot be kept is refused at its field, on every route", "server/hostile-input", "%s is named"),
    claim(
      "malformed addresses are the caller's mistake",
      "server/hostile-input",
      "nothing of all this was an unforeseen mistake of ours",
    ),
    claim("formulas are bounded", "server/requests", "a formula of %s gets a finding, not an error"),
    claim("lists of an account are bounded", "server/hostile-input", "%s: %d"),
    claim("restore takes plain files only", "server/backup", "with %s is refused, and nothing is moved"),
    claim("symbol lists are bounded", HERE, "a list holds 10,000 symbols, and no more"),
  ],
  SQL: [
    claim("values are bound", "market/engine", "text %j"),
    claim(
      "nothing but columns and numbers is printed",
      "scan/indicators-algebra",
      "nothing but columns and numbers gets into a statement",
    ),
    claim("statements of other kinds are refused", "market/engine-guard", "refused: %s"),
    claim("bounds of rows, bytes and time", HERE, "every statement of a scan is bounded in rows, bytes and time"),
    claim("bound in memory", "market/engine", "too much memory is said and survived"),
    claim(
      "no network, no file but its own",
      "market/engine-guard",
      "the engine reaches no network and no file but its spool",
    ),
  ],
  spreadsheets: [
    claim(
      "text that looks like a formula is text",
      "export/workbook",
      "is what was in the table, by openpyxl, and marked as text where it looks like a formula, headers too",
    ),
    claim(
      "CSV is guarded",
      "export/csv-and-parquet",
      "CSV: header, plain numbers, dates, times, empty nulls, text guarded and quoted",
    ),
  ],
  "downloads, redirects": [
    claim(
      "attachment, fixed type, nosniff",
      "server/downloads",
      "a ticket gives the file that export gives, once, without a header; both are noted",
    ),
    claim("safe names", "server/files", "a header holds the name in plain and in full"),
    claim("only a path of our own", "client/login-address", "back by %j to %j"),
    claim("in the browser too", "e2e/account", "a login page that came from elsewhere sends nobody there"),
  ],
  headers: [
    claim("CSP, no-referrer, frame-ancestors", "server/requests", "every answer carries the security headers"),
    claim("HSTS, and CORS closed", HERE, "every answer asks for https, and none opens the server to another origin"),
    claim("other hosts and origins stay outside", "server/requests", "other hosts and other pages stay outside"),
    claim(
      "the charting origin has its own server",
      "server/chart-sign-in",
      "has its own routes only, its own policy, and answers to its own name",
    ),
    claim("no window listens to messages", HERE, "no page listens to messages of other windows, and none sends any"),
    claim("services widen the policy by what they need", "server/adapters", "each widens the policy by what it needs"),
  ],
  uploads: [
    claim("entities, bombs and damaged files are refused", "export/request-of", "is refused where it %s"),
    claim("only the sheet Request is read", "export/request-of", "is read by its sheet, not by the place of the part"),
    claim("in the browser likewise", "client/workbook", "%s is refused"),
    claim("Sizes are capped", "zip/read-zip", "gives no more of a file than is asked for"),
    claim(
      "damaged archives refused",
      "zip/read-zip",
      "that is damaged anywhere gives what is in it or says so, and nothing else",
    ),
  ],
  payment: [
    claim("signatures, with tolerance", "server/billing-webhooks", "%s are refused"),
    claim("on the raw body", "server/billing-webhooks", "signed within the tolerance are taken"),
    claim("event ids are kept once", "server/billing-webhooks", "that come twice are taken once"),
    claim(
      "the state is read again",
      "server/billing-webhooks",
      "are not believed: what they say is read from the provider",
    ),
    claim("idempotency keys", "server/billing", "sent twice, or at the same time, is done once"),
  ],
  "webhooks out": [
    claim(
      "signed",
      "server/webhooks",
      "is told when a request has finished, signed with the secret that was shown once",
    ),
    claim(
      "retried",
      "server/webhooks",
      "that does not take a delivery gets it again, the same bytes with a new signature; a redirect is not followed",
    ),
    claim(
      "checked when they are kept",
      "server/webhooks",
      "is its owner's alone; there are ten at most, and none that leads inwards",
    ),
    claim("checked when they are called", "server/webhook-address", "is refused by the socket's own look-up: %s"),
    claim("never unsigned", "server/webhooks", "without the key of its secret nothing is sent, and it is tried again"),
  ],
  "secrets and logs": [
    claim("placeholders are refused", "server/account-security", "the secret %j is refused and not repeated: it %s"),
    claim(
      "a security log",
      "server/account-security",
      "a security log tells sign-ins, failures, denials and sign-outs",
    ),
    claim("no secret in any log", HERE, "neither log holds a secret of any way in, nor a value of a formula"),
    claim("neutral answers", "server/account-security", "where attempts cannot be counted nobody signs in"),
  ],
  dependencies: [
    claim("exact versions", "house/lock-file", "exact versions in package.json"),
    claim("a lock file with sums", "house/lock-file", "every package that is installed here carries its integrity"),
    claim("an audit in CI", "house/lock-file", "what is known against the packages stops the build"),
    claim("no outbox in production", "server/account-security", "does not exist in %s"),
    claim(
      "no test payments in production",
      "server/billing",
      "there is no test provider, nothing is paid, and nothing paid with a test card is in force",
    ),
  ],
  durability: [
    claim(
      "what was acknowledged stays",
      "server/kill",
      "rounds of kill -9: what was acknowledged is there, and every run ends",
    ),
    claim(
      "also where the answer was lost",
      "server/lost-commit",
      "a run whose end was committed keeps its rows, although the connection broke before the answer",
    ),
    claim(
      "files are written beside and renamed",
      "export/failures",
      "a path that cannot be written is named; the old file stays, nothing is left beside it",
    ),
    claim(
      "an import that dies leaves the market as it was",
      "market/import-death",
      "leaves the market as it was when the engine is killed in the middle, and says so",
    ),
    claim(
      "an import becomes the market by one row",
      "market/snapshot",
      "an import %s that dies at any of its statements leaves the market before or the new one, and the next goes on",
    ),
    claim(
      "jobs can run twice",
      "server/attempts",
      "a worker that stands still when it %s, and goes on after another has finished, spoils nothing",
    ),
  ],
  "limits under load": [
    claim(
      "costly answers are bounded",
      "server/answers",
      "are taken so many at a time, in order; who finds too many waiting is sent away",
    ),
    claim("by user", "server/answers", "of one user hold no other user up"),
    claim("queues are fair", HERE, "one account's queue does not hold another's request back"),
    claim("too many calls get 429", HERE, "limits of the configuration hold for routes and for guessing"),
    claim("a full queue gets 503", HERE, "whoever has fifty waiting is told to come back"),
    claim(
      "an account has few streams",
      "server/stream",
      "an account has ${MAX_STREAMS} at most, and another when one is left",
    ),
    claim("open streams cost no statement", "server/stream", "200 open streams add no statement while nothing happens"),
    claim(
      "a stream that nobody reads is dropped",
      "server/streams",
      "who does not read is dropped: with much at once, and with little for long",
    ),
    claim(
      "a full disk is told",
      "market/disk-full",
      "a scan whose rows do not fit says so and leaves nothing; with room again it runs",
    ),
  ],
};
