import { TIMINGS } from "../../vocabulary/index.ts";
import { showToast } from "../state/toast.ts";

/** Puts text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast("Copied to Clipboard", "success", null, TIMINGS.copyToast);
  } catch {
    // No permission, or a page without https that is not on this machine.
    showToast("The browser does not let this page copy.", "error");
  }
}
