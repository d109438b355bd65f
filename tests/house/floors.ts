/**
 * The floors inside a room, the lowest first: a folder or a file beside the folders names only what lies on floors below its
 * own, types included. What a lower floor needs from above it is given (a job its handler, a run what follows from its end).
 */
export const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    [
      "fair-queue",
      "listen",
      "log",
      "log-destination",
      "page-address",
      "private-files",
      "program-version",
      "running",
      "start-error",
    ],
    ["day-sources", "db", "files", "page-services"],
    ["changes", "jobs", "problem"],
    ["auth", "bounds", "request-text", "text-check", "while-connected"],
    ["audit", "settings"],
    ["config"],
    ["admission", "origin", "route"],
    ["billing"],
    // Requests of several resources name what it keeps.
    ["own-data"],
    // One resource each, with nothing of another's.
    [
      "activity",
      "answers",
      "folders",
      "formulas",
      "market-routes",
      "pinned-values",
      "reference-routes",
      "stream",
      "templates",
    ],
    ["parse-route", "runs", "warm-up"],
    ["monitoring"],
    ["bare-app", "health-routes"],
    ["events", "mail", "updates", "webhooks"],
    ["days"],
    ["accounts", "requests"],
    ["charting", "metrics"],
    ["admin", "shell-routes"],
    ["app", "backup", "migrate", "purge", "sealed-secrets"],
    ["parts"],
    ["work"],
    ["serve", "worker"],
    ["index"],
  ],
  client: [
    ["state"],
    // Pieces of every screen: pager, dialogs, icons, how values are written, what a screen is.
    ["ui"],
    ["adapters", "account", "charting", "commands", "files", "lists", "subscriptions", "tour"],
    ["admin", "editor", "results"],
    ["builder", "palette", "study"],
    ["data", "markets"],
    ["dashboard", "templates"],
    ["shell"],
    // The table of screens, above all of them.
    ["screens"],
    ["App"],
    ["index", "main"],
  ],
  charting: [["state"], ["canvas"], ["toolbar"], ["ChartPage"], ["App"], ["index", "main"]],
  "client/state": [
    // Whose page it is, and what the browser keeps for whom.
    ["session"],
    // Calls, and their answers in one query client.
    ["queries"],
    // What screens change and share.
    ["slices"],
    // Carets, clipboard, visits; who signs in, and as whom.
    ["page", "sign-in"],
  ],
};
