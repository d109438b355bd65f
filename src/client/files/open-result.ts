import type { OpenedRequest, RequestDiagnostic, RequestState } from "../../request/index.ts";

/** A request that was opened, and what is to be said of it. */
export interface OpenResult {
  readonly state: RequestState;
  /** What is wrong first of all. */
  readonly mistake: string | undefined;
  /** What counts where the request says two things. */
  readonly note: string | undefined;
}

const place = ({ path, line }: RequestDiagnostic): string =>
  line === undefined ? (path === "" ? "" : `${path}: `) : `Line ${line}: `;

export function openResult({ state, diagnostics }: OpenedRequest): OpenResult {
  const first = diagnostics.find(({ severity }) => severity === "error");
  const note = diagnostics.find(({ code }) => code === "text-differs");
  return { state, mistake: first && place(first) + first.message, note: note?.message };
}
