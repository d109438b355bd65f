/** The account database: PostgreSQL, embedded or given by its address; schema, migrations, typed access. */
export { openDatabase, type Database, type Db } from "./open-database.ts";
export * from "./schema.ts";
export * from "./market-tables.ts";
export { inOneTransaction } from "./one-transaction.ts";
export { hasNoRoom, isConnectionLoss, isDiskFull, isDuplicate } from "./pg-errors.ts";
export { missingSteps, NEWEST_STEP, stepsTaken, whyTooNew } from "./schema-steps.ts";
export { clusterFolder } from "./postgres-files.ts";
export { newId } from "./ids.ts";
export { lockAccount, notInTrash, own } from "./own.ts";
