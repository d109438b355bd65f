import { SERVER_EVENTS } from "../../contract/index.ts";
import type { Format } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { keepEvent } from "./keep-event.ts";

/** Type of the event that a file was downloaded; its payload holds request, run, format and rows. */
export const EXPORTED = SERVER_EVENTS.exported;

interface ExportedFile {
  readonly request: string;
  readonly run: string;
  readonly format: Format;
  readonly rows: number;
}

/** Records the download of a file by its owner; not used for downloads of an admin who acts as the user. */
export async function keepExport(db: Db, account: string, file: ExportedFile): Promise<void> {
  await keepEvent(db, account, { type: EXPORTED, trigger: "user", payload: file });
}
