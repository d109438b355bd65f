import type { Page } from "playwright-core";

/** Fills the sign-in page that is shown, and sends it. */
export async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The address in the newest mail to somebody with this subject, as soon as it has come. */
export async function mailedLink(page: Page, address: string, to: string, subject: string): Promise<string> {
  const until = Date.now() + 60_000;
  // Polled by hand: screenshots are made without the test runner.
  for (;;) {
    const outbox = await (await page.request.get(`${address}/dev/outbox`)).text();
    const mail = outbox.split("<article>").find((one) => one.includes(`to ${to},`) && one.includes(subject));
    const link = /<a href="([^"]+)"/.exec(mail ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
    if (link !== "") return link;
    if (Date.now() > until) throw new Error(`no mail to ${to}: ${subject}`);
    await page.waitForTimeout(300);
  }
}
