import { openRequest } from "../../request/index.ts";
import type { OpenedRequest, RequestDiagnostic, RequestState } from "../../request/index.ts";

/** A request that was opened, and what is to be said of it. */
export interface Opened {
  readonly state: RequestState;
  /** What is wrong first of all. */
  readonly mistake: string | undefined;
  /** What counts where the request says two things. */
  readonly note: string | undefined;
}

type Base = Pick<RequestState, "kind" | "mode">;

const place = ({ path, line }: RequestDiagnostic): string =>
  line === undefined ? (path === "" ? "" : `${path}: `) : `Line ${line}: `;

export function openedOf({ state, diagnostics }: OpenedRequest): Opened {
  const first = diagnostics.find(({ severity }) => severity === "error");
  const note = diagnostics.find(({ code }) => code === "text-differs");
  return { state, mistake: first && place(first) + first.message, note: note?.message };
}

/** Opens a request in JSON. The code that reads its text comes only where it has one. */
export async function openJson(json: unknown, base: Base = { kind: "request", mode: "create" }): Promise<Opened> {
  if (typeof json !== "object" || json === null || !("text" in json))
    return openedOf(openRequest(json, base.kind, base.mode));
  const { openSent } = await import("./text-file.ts");
  return openedOf(openSent(json, base));
}
