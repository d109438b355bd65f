import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Db } from "../../db/index.ts";
import { ProblemAnswer } from "../../problem.ts";
import { TestRefusal, withLedger } from "./ledger.ts";
import type { Ledger, TestEvent, TestObject } from "./ledger.ts";
import { cancelAtEnd, DECLINED, giveUp, keepCard, renew, settle, subscribe, TEST_CARDS } from "./rules.ts";
import type { TestCard } from "./rules.ts";

/** Path of the hosted pages; outside production only. */
export const TEST_PAGES = "/dev/payments";

const Params = z.object({ id: z.string().regex(/^[a-z]+_test_[0-9a-f]{24}$/) });
const Form = z.object({
  card: z.string().optional(),
  bank: z.enum(["agrees", "refuses"]).optional(),
  action: z.string().optional(),
});
type Form = z.infer<typeof Form>;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const html = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? "");
const money = (amount: number, currency: string): string => `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
const day = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10);

const STYLE = `:root{color-scheme:light dark;--blue:light-dark(#0d74ce,#70b8ff);--line:light-dark(#d9d9e0,#43484e)}
body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem;background:light-dark(#fff,#111113);color:light-dark(#1c2024,#edeef0)}
a{color:var(--blue)}fieldset{border:1px solid var(--line);border-radius:8px;padding:.5rem 1rem;margin:1rem 0}
.test{background:#ffd60a;color:#1c2024;padding:.5rem 1rem;border-radius:8px;font-weight:600}label{display:block;padding:.65rem 0}
button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1rem;margin:.5rem .5rem .5rem 0;border:0;border-radius:6px;background:#0d74ce;color:#fff;cursor:pointer}
.wrong{color:light-dark(#b3261e,#ff9592)}td{padding:.2rem 1rem .2rem 0}`;

/** A page of the test provider; it begins with the notice that no money moves. */
const page = (title: string, body: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" type="image/svg+xml" href="/favicon.svg"><title>${html(title)} (test)</title><style>${STYLE}</style>
<p class="test" role="note">TEST: no real payment. No money moves, and no real card is needed.</p><h1>${html(title)}</h1>${body}</html>`;

const errorText = (message: string | null): string =>
  message === null ? "" : `<p class="wrong" role="alert">${html(message)}</p>`;
const bankForm = (card: TestCard | null): string => `<form method="post"><p>Your bank asks whether it is you.</p>
${card === null ? "" : `<input type="hidden" name="card" value="${html(card.number)}">`}
<button name="bank" value="agrees">Complete</button><button name="bank" value="refuses">Fail</button></form>`;

interface ShownPage {
  readonly page: string;
}
interface Redirect {
  readonly to: string;
}
type Next = ShownPage | Redirect;

function cardForm(session: TestObject<"session">, what: string, message: string | null): ShownPage {
  const cards = TEST_CARDS.map(
    ({ number, says }, index) =>
      `<label><input type="radio" name="card" value="${number}"${index === 0 ? " checked" : ""}> ${number}: ${html(says)}</label>`,
  ).join("");
  const button = session.mode === "setup" ? "Save card" : "Subscribe";
  return {
    page: page(
      "Checkout",
      `<p>${html(what)}</p>${errorText(message)}<form method="post"><fieldset><legend>Test card</legend>${cards}</fieldset>
<button>${button}</button></form><p><a href="${html(session.cancel_url)}">Back without paying</a></p>`,
    ),
  };
}

/** Checkout: shown, paid, declined, or sent to the bank's confirmation. */
async function checkout(ledger: Ledger, base: string, id: string, form: Form | null): Promise<Next> {
  const session = await ledger.get("session", id);
  if (session.status !== "open")
    return { to: session.status === "complete" ? session.success_url : session.cancel_url };
  const price = session.price === null ? null : await ledger.get("price", session.price);
  const what =
    price === null
      ? "Save a card for later payments."
      : `${price.nickname}: ${money(price.unit_amount, price.currency)} a ${price.recurring.interval}`;
  const card = TEST_CARDS.find(({ number }) => number === form?.card);
  if (card === undefined) return cardForm(session, what, form === null ? null : "Choose a card.");
  if (card.behaviour === "declined") return cardForm(session, what, DECLINED);
  if (card.behaviour === "requires_action" && form?.bank === undefined)
    return { page: page("Checkout", bankForm(card)) };
  if (form?.bank === "refuses") return cardForm(session, what, "Your bank did not confirm the payment.");
  const method = await keepCard(ledger, session.customer, card);
  const subscription =
    price === null
      ? null
      : await subscribe(ledger, base, { customer: session.customer, price, method: method.id, confirmed: true });
  const complete = await ledger.put("session", {
    ...session,
    status: "complete",
    subscription: subscription?.id ?? null,
  });
  await ledger.tell("checkout.session.completed", complete);
  return { to: session.success_url };
}

/** An open invoice: the bank asks for confirmation, as for a saved card that needs its owner. */
async function invoice(ledger: Ledger, id: string, form: Form | null): Promise<Next> {
  const open = await ledger.get("invoice", id);
  const paid = open.status === "open" && form?.bank === "agrees" ? await settle(ledger, open) : open;
  const lines = paid.lines.data
    .map(
      ({ description, amount, currency }) =>
        `<tr><td>${html(description)}</td><td>${money(amount, currency)}</td></tr>`,
    )
    .join("");
  const failed = form?.bank === "refuses" ? errorText("The payment failed.") : "";
  return {
    page: page(
      `Invoice ${paid.number}`,
      `<table>${lines}</table><p>${paid.status}: ${money(paid.amount_due, paid.currency)}</p>${failed}${paid.status === "open" ? bankForm(null) : ""}`,
    ),
  };
}

const LIVE = new Set(["active", "trialing", "past_due", "unpaid"]);

/** The customer's own page, with buttons for what otherwise only time does. */
async function portal(ledger: Ledger, base: string, id: string, form: Form | null): Promise<Next> {
  const { customer, return_url } = await ledger.get("portal", id);
  const live = async () => (await ledger.list("subscription", customer)).find(({ status }) => LIVE.has(status));
  const before = await live();
  if (before !== undefined && form?.action !== undefined) {
    if (form.action === "cancel" || form.action === "keep") await cancelAtEnd(ledger, before, form.action === "cancel");
    if (form.action === "renew") await renew(ledger, base, before);
    if (form.action === "give-up") await giveUp(ledger, before);
  }
  const now = await live();
  const button = (action: string, says: string): string => `<button name="action" value="${action}">${says}</button>`;
  const [item] = now?.items.data ?? [];
  const state =
    now === undefined || item === undefined
      ? "<p>No subscription.</p>"
      : `<p>${html(item.price.nickname)}: ${now.status}, until ${day(item.current_period_end)}${now.cancel_at_period_end ? ", then no more" : ""}</p>
<form method="post">${now.cancel_at_period_end ? button("keep", "Keep it") : button("cancel", "Cancel at the end of the period")}
<h2>What time does</h2>${button("renew", "End of the period")}${now.status === "past_due" ? button("give-up", "Give up to collect") : ""}</form>`;
  const invoices = (await ledger.list("invoice", customer))
    .map(
      ({ number, status, amount_due, currency, hosted_invoice_url }) =>
        `<tr><td><a href="${html(hosted_invoice_url)}">${number}</a></td><td>${money(amount_due, currency)}</td><td>${status}</td></tr>`,
    )
    .join("");
  return {
    page: page(
      "Your subscription",
      `${state}<h2>Invoices</h2><table>${invoices}</table><p><a href="${html(return_url)}">Back</a></p>`,
    ),
  };
}

interface PageParts {
  readonly db: Db;
  readonly pages: () => string;
  readonly tell: (events: readonly TestEvent[]) => Promise<void>;
}

/** The hosted pages of the test provider. Their ids are secrets, as the provider's own are. */
export async function testPages(app: FastifyInstance, { db, pages, tell }: PageParts): Promise<void> {
  const kinds: Readonly<Record<string, (ledger: Ledger, id: string, form: Form | null) => Promise<Next>>> = {
    checkout: async (ledger, id, form) => checkout(ledger, pages(), id, form),
    invoice,
    portal: async (ledger, id, form) => portal(ledger, pages(), id, form),
  };
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_: unknown, body: string) => body,
    );
    for (const [kind, show] of Object.entries(kinds)) {
      const answer = async (params: unknown, form: Form | null, reply: FastifyReply): Promise<FastifyReply> => {
        const { data } = Params.safeParse(params);
        if (data === undefined) throw new ProblemAnswer("not-found", "There is nothing at this address.");
        try {
          const { result, events } = await withLedger(db, async (ledger) => show(ledger, data.id, form));
          await tell(events);
          if ("to" in result) return await reply.redirect(result.to, 303);
          return await reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(result.page);
        } catch (error) {
          if (!(error instanceof TestRefusal)) throw error;
          throw new ProblemAnswer("not-found", "There is nothing at this address.");
        }
      };
      scope.get(`${TEST_PAGES}/${kind}/:id`, async ({ params }, reply) => answer(params, null, reply));
      scope.post(`${TEST_PAGES}/${kind}/:id`, async ({ params, body }, reply) => {
        const fields = new URLSearchParams(typeof body === "string" ? body : "");
        const { data } = Form.safeParse(Object.fromEntries(fields));
        if (data === undefined) throw new ProblemAnswer("bad-request", "The form could not be read.");
        return answer(params, data, reply);
      });
    }
  });
}
