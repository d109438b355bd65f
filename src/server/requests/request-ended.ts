import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../db/index.ts";
import { findRequest } from "./find-request.ts";
import { isOver } from "../runs/run-status.ts";
import type { RunView } from "../runs/run-view.ts";

const POLL_MS = 100;

/** Waits for the end of a request's newest run, successful or not; null where there is no such request. */
export async function requestEnded(db: Db, account: string, id: string): Promise<RunView | null> {
  for (;;) {
    const view = await findRequest(db, account, id);
    if (view === null || isOver(view.status)) return view;
    await delay(POLL_MS);
  }
}
