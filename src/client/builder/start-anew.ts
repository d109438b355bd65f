import { exchangeToday } from "../../vocabulary/index.ts";
import { freshRequest } from "../../request/index.ts";
import { textActions } from "../state/page/text-caret.ts";
import { builder, replaceRequest, undo } from "../state/slices/builder.ts";
import { showToast } from "../state/slices/toast.ts";

/** An empty request in the place of this one; Undo brings it back. */
export function startAnew(): void {
  const { kind, mode } = builder.state;
  const empty = freshRequest(exchangeToday(), kind, mode);
  const inText = textActions();
  replaceRequest("start anew", inText?.emptyText(empty) ?? empty);
  // After the text is drawn.
  if (inText !== null) setTimeout(inText.toFirstFilter);
  showToast("Cleared", "success", undo);
}
