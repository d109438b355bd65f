import type { Page } from "playwright";
import { enterCredentials, mailedLink } from "./sign-in.ts";
import { callAs } from "./visit.ts";

/** Signs up, opens the mailed link and signs in, by the screens' own calls; the account is on the free plan. */
export async function newAccount(page: Page, address: string, email: string, password: string): Promise<void> {
  await page.goto(`${address}/login`);
  await callAs(page, "POST", "/v1/users/signup", { name: "New Account", email, password });
  const link = await mailedLink(page, address, email, "Confirm your e-mail address");
  await callAs(page, "POST", "/v1/users/verify", { token: link.replace(/^.*#token=/, "") });
  await enterCredentials(page, email, password);
  await page.locator(".topbar").waitFor();
}
