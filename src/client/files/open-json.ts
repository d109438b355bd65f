import { openRequest } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
import { openedOf } from "./opened-of.ts";
import type { Opened } from "./opened-of.ts";

type Base = Pick<RequestState, "kind" | "mode">;

/** Opens a request in JSON. The code that reads its text comes only where it has one. */
export async function openJson(json: unknown, base: Base = { kind: "request", mode: "create" }): Promise<Opened> {
  if (typeof json !== "object" || json === null || !("text" in json))
    return openedOf(openRequest(json, base.kind, base.mode));
  const { openSent } = await import("./text-file.ts");
  return openedOf(openSent(json, base));
}
