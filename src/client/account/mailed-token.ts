import { useState } from "react";

/** The token of a mailed link, which is behind #: browsers do not send that part to any server. It is removed from the address bar at once. */
function take(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  if (token !== "") history.replaceState(null, "", location.pathname + location.search);
  return token;
}

let taken: { readonly path: string; readonly token: string } | null = null;

/** Kept for the page it was taken on: React may ask twice. */
export function useMailedToken(): string {
  const [token] = useState(() => {
    const now = take();
    if (now !== "" || taken?.path !== location.pathname) taken = { path: location.pathname, token: now };
    return taken.token;
  });
  return token;
}
