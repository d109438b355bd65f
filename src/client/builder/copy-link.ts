import { requestSent } from "../../request/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import { builder } from "../state/slices/builder.ts";
import { requestText } from "../files/open-save.ts";
import { copyText } from "../state/page/copy.ts";
import { showToast } from "../state/slices/toast.ts";
import { REQUEST_PATH } from "./save.ts";
import { fragmentOf, MAX_LINK_CHARS } from "./share.ts";

/** A request that has a text is in the link as that alone, which is shorter and holds everything. */
async function sentInLink(): Promise<object> {
  const { state } = builder;
  const text = state.text === null ? null : await requestText();
  return text === null ? requestSent(state) : { text };
}

/** Copies an address that holds the whole request; whoever opens it has it in his own builder. */
export async function copyLink(): Promise<void> {
  const link = `${location.origin}${REQUEST_PATH}${await fragmentOf(await sentInLink())}`;
  if (link.length > MAX_LINK_CHARS) {
    showToast("This request is too long for a link. Save it as a file instead.", "error");
    return;
  }
  await copyText(link, screenText("toast-copied"), () => {
    // The browser may forbid it: the address bar then holds what was asked for.
    history.replaceState(history.state, "", link);
    showToast("The link is in the address bar.");
  });
}
