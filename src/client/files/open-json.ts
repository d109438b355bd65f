import { openRequest } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
import { openResult } from "./open-result.ts";
import type { OpenResult } from "./open-result.ts";

type Base = Pick<RequestState, "kind" | "mode">;

/** Opens a request in JSON. The code that reads its text comes only where it has one. */
export async function openJson(json: unknown, base: Base = { kind: "request", mode: "create" }): Promise<OpenResult> {
  if (typeof json !== "object" || json === null || !("text" in json))
    return openResult(openRequest(json, base.kind, base.mode));
  const { openSent } = await import("./text-file.ts");
  return openResult(openSent(json, base));
}
