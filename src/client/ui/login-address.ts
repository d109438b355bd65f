import { screenAt } from "../../contract/index.ts";
import type { Screen } from "./screen.ts";

/** Login keeps the query and adds where one came from, unless it says so already. */
export function loginAddress(path: string, search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has("referer") && path !== "/") query.set("referer", path);
  const text = query.toString();
  return text === "" ? "/login" : `/login?${text}`;
}

/** Whether a path is a screen of the frame or behind the sign-in; never another host, never the sign-in again. */
function isOurs(screens: readonly Screen[], path: string): boolean {
  const screen = screenAt(screens, path);
  return screen !== undefined && (screen.framed || screen.access !== "public");
}

/** Where to go after login: the screen one came from with the rest of the query, or null. */
export function returnAddress(screens: readonly Screen[], search: string): string | null {
  const query = new URLSearchParams(search);
  const referer = query.get("referer");
  query.delete("referer");
  if (referer === null || !isOurs(screens, referer)) return null;
  const rest = query.toString();
  return rest === "" ? referer : `${referer}?${rest}`;
}
