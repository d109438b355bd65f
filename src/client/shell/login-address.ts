/** Login keeps the query and adds where one came from, unless it says so already (specification, 2). */
export function loginAddress(path: string, search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has("referer") && path !== "/") query.set("referer", path);
  const text = query.toString();
  return text === "" ? "/login" : `/login?${text}`;
}

/** Where to go after login: a page of our own with the rest of the query, or null. Never another host. */
export function returnAddress(search: string): string | null {
  const query = new URLSearchParams(search);
  const referer = query.get("referer");
  query.delete("referer");
  if (referer === null || !/^\/(?![/\\])/.test(referer) || referer.startsWith("/login")) return null;
  const rest = query.toString();
  return rest === "" ? referer : `${referer}?${rest}`;
}
