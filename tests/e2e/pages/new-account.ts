import type { Page } from "playwright-core";
import { eventually } from "./visit.ts";

/** Signs up, opens the mailed link and signs in, by the screens' own calls; the account is on the free plan. */
export async function newAccount(page: Page, address: string, email: string, password: string): Promise<void> {
  await page.goto(`${address}/login`);
  const post = (path: string, body: object): Promise<number> =>
    page.evaluate(
      async ([at, text]) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(at, { method: "POST", headers, body: text })).status;
      },
      [path, JSON.stringify(body)] as const,
    );
  if ((await post("/v1/users/signup", { name: "New Account", email, password })) !== 201) throw new Error("sign-up");
  await eventually(async () => post("/v1/users/verify", { token: await mailedToken(page, address, email) })).toBe(200);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.locator(".topbar").waitFor();
}

/** The token of the newest mail to an address, as the outbox shows it; a text that is none where no mail came yet. */
async function mailedToken(page: Page, address: string, email: string): Promise<string> {
  const outbox = await page.request.get(`${address}/dev/outbox`);
  const mail = (await outbox.text()).split("<article>").find((one) => one.includes(`to ${email},`));
  return /confirm-email#token=([\w-]+)/.exec(mail ?? "")?.[1] ?? "none";
}
