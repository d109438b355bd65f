import type { Format } from "../../contract/index.ts";
import type { SignedIn } from "../auth/actor.ts";
import type { Db } from "../db/index.ts";
import { keepEvent } from "./keep-event.ts";

/** Type of the event that a file was downloaded; its payload holds request, run, format and rows. */
export const EXPORTED = "request.exported";

export interface ExportedFile {
  readonly request: string;
  readonly run: string;
  readonly format: Format;
  readonly rows: number;
}

/** Keeps that a file went to its owner. What an admin downloads in somebody's name is no doing of that somebody. */
export async function keepExport(db: Db, actor: SignedIn, file: ExportedFile): Promise<void> {
  if (actor.kind === "use-as") return;
  await keepEvent(db, actor.account.id, { type: EXPORTED, trigger: "user", payload: file });
}
