import type { Page } from "playwright-core";
import { eventually } from "./visit.ts";

/** Fills the sign-in page that is shown, and sends it. */
export async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The address in the newest mail to somebody with this subject, as soon as it has come. */
export async function mailedLink(page: Page, address: string, to: string, subject: string): Promise<string> {
  let link = "";
  await eventually(async () => {
    const outbox = await (await page.request.get(`${address}/dev/outbox`)).text();
    const mail = outbox.split("<article>").find((one) => one.includes(`to ${to},`) && one.includes(subject));
    link = /<a href="([^"]+)"/.exec(mail ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
    return link;
  }).not.toBe("");
  return link;
}
