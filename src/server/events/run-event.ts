import { SERVER_EVENTS } from "../../contract/index.ts";
import type { AfterRun } from "../runs/after-run.ts";
import { keepEvent } from "./keep-event.ts";

const TYPES = { Finished: SERVER_EVENTS.finished, Failed: SERVER_EVENTS.failed } as const;

/** Stores the end of a run as an event of its owner, with the server as its source. */
export const keepRunEvent: AfterRun = async (transaction, _, { run, request, account, status, cause }) => {
  const { result_rows: rows } = await transaction
    .selectFrom("run")
    .select("result_rows")
    .where("id", "=", run)
    .executeTakeFirstOrThrow();
  const payload = { request, run, cause, rows: rows === null ? null : Number(rows) };
  await keepEvent(transaction, account, { type: TYPES[status], trigger: "system", payload });
};
