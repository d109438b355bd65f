import type { Scope, WebhookEvent } from "../../../contract/index.ts";

/** What a token may do, beside the name that the API gives it. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  user: "Account, plan, webhooks",
  data_requests: "Requests, runs, results, lists",
  chart: "Charts",
  excel: "Workbooks",
  folders: "Folders",
  templates: "Templates",
  all: "Everything",
};

/** When a webhook is called, beside the name in its body. */
const EVENT_WORDS: Readonly<Record<WebhookEvent | "test", string>> = {
  "request.finished": "A run is done",
  "request.failed": "A run failed",
  test: "Test",
};

/** An event in words; a name of a version to come as it is. */
export const eventWords = (name: string): string =>
  Object.entries(EVENT_WORDS).find(([event]) => event === name)?.[1] ?? name;
