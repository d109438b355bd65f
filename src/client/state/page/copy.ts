import { screenText, TIMINGS } from "../../../vocabulary/index.ts";
import { showToast } from "../slices/toast.ts";

/** No permission, or a page without https that is not on this machine; the text can still be marked and copied by hand. */
const refused = (): void => showToast("The browser does not let this page copy.", "error");

/** Puts a text on the clipboard and says so for three seconds; true where it is there. What else to do is given. */
export async function copyText(
  text: string,
  said: string = screenText("toast-copied"),
  otherwise: () => void = refused,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(said, "success", null, TIMINGS.copyToast);
    return true;
  } catch {
    otherwise();
    return false;
  }
}
