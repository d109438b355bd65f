import { screenText, TIMINGS } from "../../vocabulary/index.ts";
import { showToast } from "./toast.ts";

/** Puts a text on the clipboard and says so for three seconds; true where it is there. */
export async function copyText(text: string, said: string = screenText("toast-copied")): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(said, "success", null, TIMINGS.copyToast);
    return true;
  } catch {
    // No permission, or a page without https that is not on this machine; the text can still be marked and copied by hand.
    showToast("The browser does not let this page copy.", "error");
    return false;
  }
}
