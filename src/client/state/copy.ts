import { screenText, TIMINGS } from "../../vocabulary/index.ts";
import { showToast } from "./toast.ts";

/** Puts a text on the clipboard and says so for three seconds. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(screenText("toast-copied"), "success", null, TIMINGS.copyToast);
  } catch {
    // The browser forbids it here; the text can still be marked and copied by hand.
    showToast("", "error");
  }
}
