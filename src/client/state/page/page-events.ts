import type { Page } from "../../../contract/index.ts";
import { pageViewed } from "./page-views.ts";

let viewed: string | null = null;
let visited: string | null = null;

/**
 * Tells of a page that has come up: analytics of every one; the server of a changed path where `registers` says that
 * somebody is signed in and no admin acts as him.
 */
export function pageShown(page: Page | null, path: string, address: string, registers: boolean): void {
  if (address !== viewed) pageViewed(address);
  viewed = address;
  if (page === null || !registers || path === visited) return;
  visited = path;
  // Only somebody who is signed in needs the call and its schemas.
  void import("./register-visit.ts").then(({ registerVisit }) => registerVisit(page, address));
}
