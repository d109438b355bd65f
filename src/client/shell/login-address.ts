import { screenOf } from "./screens.ts";

/** Login keeps the query and adds where one came from, unless it says so already. */
export function loginAddress(path: string, search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has("referer") && path !== "/") query.set("referer", path);
  const text = query.toString();
  return text === "" ? "/login" : `/login?${text}`;
}

/** Whether a path is a screen of the frame or behind the sign-in; never another host, never the sign-in again. */
function isOurs(path: string): boolean {
  const screen = screenOf(path);
  return screen !== null && (screen.framed || screen.access !== "public");
}

/** Where to go after login: the screen one came from with the rest of the query, or null. */
export function returnAddress(search: string): string | null {
  const query = new URLSearchParams(search);
  const referer = query.get("referer");
  query.delete("referer");
  if (referer === null || !isOurs(referer)) return null;
  const rest = query.toString();
  return rest === "" ? referer : `${referer}?${rest}`;
}
