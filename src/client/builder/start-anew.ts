import { freshRequest } from "../../request/index.ts";
import { builder, replaceRequest, undo } from "../state/builder.ts";
import { showToast } from "../state/toast.ts";
import { today } from "../state/today.ts";

/** An empty request in the place of this one; Undo brings it back. */
export function startAnew(): void {
  const { kind, mode } = builder.state;
  replaceRequest("start anew", freshRequest(today(), kind, mode));
  showToast("Cleared", "success", undo);
}
