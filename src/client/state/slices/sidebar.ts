import { proxy, subscribe } from "valtio";
import { readKept, write } from "../session/kept.ts";

const KEY = "scanbook.sidebar";

/** Whether the navigation beside the pages is folded to a rail of icons. Of the browser, whoever uses it. */
export const sidebar = proxy<{ folded: boolean }>({
  folded: readKept(KEY, (value) => (typeof value === "boolean" ? value : null)) ?? false,
});

subscribe(sidebar, () => write(KEY, sidebar.folded));
