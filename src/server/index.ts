/** The server: HTTP, accounts and jobs in front of parse, market and scans. */
export { addressOf as runningServer, AlreadyRunsError, holdFolder, type HeldFolder } from "./running.ts";
export { PortTakenError } from "./listen.ts";
export { migrate } from "./migrate.ts";
export { createServer, serve } from "./serve.ts";
export { STOP_AT_ONCE, type StopTimes } from "./parts.ts";
export { misspelt } from "./settings/read-settings.ts";
export { startWorker, type Worker } from "./worker.ts";
export { ALL_QUEUES, readQueues, type Queue } from "./jobs/queues.ts";
export type { Server } from "./serve.ts";
export { readConfig, type Config } from "./config.ts";
export { demoFile, demoSignIn, makeDemoAccount } from "./accounts/demo-account.ts";
export { BackupError } from "./backup/archive.ts";
export { makeBackup, type BackupReport } from "./backup/make-backup.ts";
export { restoreBackup } from "./backup/restore-backup.ts";
export { admins, grantAdmin, revokeAdmin, withAccounts, withDatabase } from "./admin/roles.ts";
export { createRequest } from "./requests/create-request.ts";
export { requestEnded } from "./requests/request-ended.ts";
export { exportMeta, studyOf, withRequestText } from "./runs/export-meta.ts";
