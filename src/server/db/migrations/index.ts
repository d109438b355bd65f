import type { Migration } from "kysely/migration";
import { accounts } from "./0001-accounts.ts";
import { requests } from "./0002-requests.ts";
import { pendingSignIns } from "./0003-pending-sign-ins.ts";
import { jobs } from "./0004-jobs.ts";
import { billing } from "./0005-billing.ts";
import { events } from "./0006-events.ts";
import { charting } from "./0007-charting.ts";
import { downloadTickets } from "./0007-download-tickets.ts";
import { pausedUpdates } from "./0008-paused-updates.ts";
import { emailChange } from "./0009-email-change.ts";
import { signUps } from "./0010-sign-ups.ts";
import { runAttempts } from "./0011-run-attempts.ts";
import { leftFolders } from "./0012-left-folders.ts";
import { notifyAccess } from "./0013-notify-access.ts";
import { previews } from "./0014-previews.ts";
import { keyNames } from "./0015-key-names.ts";
import { previewQuestions } from "./0016-preview-questions.ts";
import { dayLabels } from "./0017-day-labels.ts";
import { ticketViews } from "./0018-ticket-views.ts";
import { ownData } from "./0019-own-data.ts";
import { sweepTries } from "./0020-sweep-tries.ts";
import { marketDays } from "./0021-market-days.ts";

/** Every change of the schema in its order. Forward only: one that was released is never edited, a further one is added. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-accounts": accounts,
  "0002-requests": requests,
  "0003-pending-sign-ins": pendingSignIns,
  "0004-jobs": jobs,
  "0005-billing": billing,
  "0006-events": events,
  "0007-charting": charting,
  "0007-download-tickets": downloadTickets,
  "0008-paused-updates": pausedUpdates,
  "0009-email-change": emailChange,
  "0010-sign-ups": signUps,
  "0011-run-attempts": runAttempts,
  "0012-left-folders": leftFolders,
  "0013-notify-access": notifyAccess,
  "0014-previews": previews,
  "0015-key-names": keyNames,
  "0016-preview-questions": previewQuestions,
  "0017-day-labels": dayLabels,
  "0018-ticket-views": ticketViews,
  "0019-own-data": ownData,
  "0020-sweep-tries": sweepTries,
  "0021-market-days": marketDays,
};
