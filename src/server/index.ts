/** The server: HTTP in front of parse, market and scans, for this machine only. */
export { AlreadyRunsError } from "./running.ts";
export { createServer, PortTakenError, serve } from "./serve.ts";
export type { ServeOptions, Server } from "./serve.ts";
export { exportMeta } from "./requests/export-meta.ts";
