import type { Page } from "playwright";
import { OUTBOX_LINKS } from "../outbox-links.ts";

/** Fills the sign-in page that is shown, and sends it. */
export async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The address in the newest mail to somebody with this subject, as soon as it has come. */
export async function mailedLink(page: Page, address: string, to: string, subject: string): Promise<string> {
  const until = Date.now() + 60_000;
  const link = OUTBOX_LINKS.get(address);
  if (link === undefined) throw new Error(`${address} printed no link to its mails`);
  // Polled by hand: screenshots are made without the test runner.
  for (;;) {
    const outbox = await (await page.request.get(link)).text();
    const mail = outbox.split("<article>").find((one) => one.includes(`to ${to},`) && one.includes(subject));
    const mailed = /<a href="([^"]+)"/.exec(mail ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
    if (mailed !== "") return mailed;
    if (Date.now() > until) throw new Error(`no mail to ${to}: ${subject}`);
    await page.waitForTimeout(300);
  }
}
