import { exchangeToday } from "../../vocabulary/index.ts";
import { freshRequest } from "../../request/index.ts";
import { builder, replaceRequest, undo } from "../state/slices/builder.ts";
import { showToast } from "../state/slices/toast.ts";

/** An empty request in the place of this one; Undo brings it back. */
export function startAnew(): void {
  const { kind, mode } = builder.state;
  replaceRequest("start anew", freshRequest(exchangeToday(), kind, mode));
  showToast("Cleared", "success", undo);
}
