import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { parseCode, parseWords, printCode, printWords } from "../../src/formula/index.ts";
import { choicesOf, editRow, readRequest } from "../../src/request/index.ts";
import { cardsOf, EARNINGS_DATA_POINTS } from "../../src/vocabulary/index.ts";
import type { CardOptionName, CardSide, CardTitle } from "../../src/vocabulary/index.ts";
import { IN_SOAK, rounds } from "../cases.ts";
import { placeOf } from "../request/builder-forms.ts";
import { CardHand } from "../request/card.ts";
import { atPoint, casesOf, doActs, waysOf } from "../request/card-cases.ts";
import type { Act, CardCase } from "../request/card-cases.ts";
import { BuilderPage } from "./pages/builder-page.ts";
import { addAll, readAll } from "./pages/card-hand.ts";
import type { RowSeen } from "./pages/card-hand.ts";
import { go } from "./pages/sights.ts";
import { eventually } from "./pages/visit.ts";
import { launchBrowser, sharedProduct } from "./product.ts";
import type { Product } from "./product.ts";

// One template on one page: it has no limits, and saving it sends what stands there. In the soak: each card's rules are in
// `tests/request/card-cases.test.ts`, and the story of the builder's rules fills in and edits one card by the mouse.
const SIDES = rounds<readonly CardSide[]>([], ["filters", "columns"]);
let product: Product;
let browser: Browser;
let page: Page;
let at: BuilderPage;
const errors: string[] = [];

/** Choices tried of each list; `tests/request` adds each of them. */
const LONG = 2;
/** Rows of a template at a time: the product allows 200 filters. */
const BATCH = 150;

const Sent = z.looseObject({ name: z.string(), request: z.looseObject({}) });

/** The code of every entry of a side, as the server reads what the page sends when it saves; the server takes it. */
async function codesSent(side: CardSide): Promise<readonly { readonly code: string; readonly name: string }[]> {
  const saving = page.waitForResponse((answer) => /\/v1\/templates/.test(answer.url()));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const answer = await saving;
  expect(answer.ok(), await answer.text()).toBe(true);
  const { name, request } = Sent.parse(answer.request().postDataJSON());
  const days = { Date_Range: { start_date: "2025-10-01", end_date: "2025-12-31" } };
  const read = readRequest({ ...request, ...days, name }).request;
  if (side === "columns") return read?.columns ?? [];
  // Without a tag a filter is called by its code or, of a card, by its words.
  return (read?.filters ?? []).map(({ code, label, tree }) => ({
    code,
    name: label === code || label === printWords(tree) ? "" : label,
  }));
}

/** What stands in the rows, what it means as a formula in words, and what was sent, are the same. */
async function agrees(side: CardSide, rows: readonly RowSeen[]): Promise<void> {
  const sent = await codesSent(side);
  expect(sent).toHaveLength(rows.length);
  for (const [index, { said, names }] of rows.entries()) {
    const { code = "", name = "" } = sent[index] ?? {};
    const [words, read] = [parseWords(said).tree, parseCode(code).tree];
    expect(words && printCode(words), said).toBe(read && printCode(read));
    expect(names.includes(name) || name === "", `${said}: ${name}`).toBe(true);
  }
}

async function deleteAll(side: CardSide, title: CardTitle): Promise<void> {
  await at.card(side, title).getByRole("button", { name: "Delete all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await at.card(side, title).getByText(`No added ${title.toLowerCase()}`).waitFor();
}

/** Tab and Advanced switch, by the mouse. */
async function openTab(side: CardSide, title: CardTitle, { tab, advanced }: CardCase): Promise<void> {
  if (tab !== "") await at.tab(side, title, tab);
  const toggle = at.card(side, title).getByRole("switch", { name: "Advanced" });
  if ((await toggle.count()) > 0 && ((await toggle.getAttribute("aria-checked")) === "true") !== advanced)
    await toggle.click();
}

async function doByMouse(side: CardSide, title: CardTitle, acts: readonly Act[]): Promise<void> {
  for (const act of acts) {
    const field = at.option(side, title, act.option);
    if ("type" in act) {
      await field.locator("input").fill(act.type);
      continue;
    }
    const chip = field.getByRole("button", { name: act.label, exact: true });
    if ((await chip.count()) > 0) {
      await chip.click();
      continue;
    }
    await field.locator(".more-choices").click();
    await page.locator(`.choice-menu [data-value="${act.click}"]`).click();
    if (act.option === "value") await page.keyboard.press("Escape");
    await page.locator(".choice-menu").waitFor({ state: "detached" });
  }
}

/** More choices than these have a menu, as `OptionField` draws them. */
const CHIPS = 12;

/** A kind of option: what is drawn and done alike on every card. A value is entered by its type. */
function kindOf(option: CardOptionName, row: CardHand): string {
  const place = placeOf(row.state, row.side, row.title);
  const choices = choicesOf(place, option).length;
  const control = choices === 0 ? "typed" : choices > CHIPS ? "in a menu" : "chips";
  return `${option} ${option === "value" ? place.point.type : ""} ${control}`;
}

const isOrdinary = ({ kind }: { readonly kind: string }): boolean => kind === "ordinary";

/** Another way to fill an option in than the row has, and what the row says then. */
function another(row: CardHand, option: CardOptionName): { acts: readonly Act[]; said: string } | null {
  const editing = row.with(editRow(row.state, row.side, row.title, 0));
  const [before] = row.sentences();
  for (const acts of waysOf(placeOf(editing.state, row.side, row.title), option, "other").toReversed()) {
    const after = doActs(editing, acts).submit();
    const [said = ""] = after.sentences();
    const changed = said !== before || after.names()[0] !== row.names()[0] || option === "tag";
    if (after.items() !== row.items() && changed && after.view().button.label.startsWith("Add")) return { acts, said };
  }
  return null;
}

/** Cases of a card by their tab and the switch beside it: one fills it in for all. */
const placesOf = (cases: readonly CardCase[]): readonly (readonly CardCase[])[] => [
  ...Map.groupBy(cases, ({ tab, advanced }) => `${tab}|${advanced}`).values(),
];

/** An entry that is made by the mouse, and what of it is changed in its row. */
interface ByMouse {
  readonly made: CardCase;
  readonly filled: CardHand;
  readonly changed: readonly CardOptionName[];
}

/** What is made by the mouse on each card of a side: each kind of option is filled in and changed in a row once. */
function byMouse(side: CardSide): ReadonlyMap<CardTitle, readonly ByMouse[]> {
  const before = new Set<string>();
  const cards = new Map<CardTitle, readonly ByMouse[]>();
  for (const { title } of cardsOf(side).filter(isOrdinary)) {
    const made: ByMouse[] = [];
    for (const [index, one] of placesOf(casesOf(side, title, LONG))
      .flat()
      .entries()) {
      const filled = doActs(atPoint(new CardHand(side, title), one), one.acts);
      const kinds = new Map(one.acts.map(({ option }) => [option, kindOf(option, filled)]));
      if (index > 0 && [...kinds.values()].every((kind) => before.has(kind))) continue;
      const row = filled.submit();
      const changed = [...kinds].flatMap(([option, kind]) => {
        const isKnown = before.has(kind);
        before.add(kind);
        return isKnown || another(row, option) === null ? [] : [option];
      });
      made.push({ made: one, filled, changed });
    }
    cards.set(title, made);
  }
  return cards;
}

const FORMULAS = {
  filters: {
    Common: "is_gap_up",
    "Build your own - words": ["close is above 5", "close is above 6"],
    "Build your own - code": ["[daily close] > 5", "[daily close] > 6"],
  },
  columns: {
    Common: "gap",
    "Build your own - words": ["adjusted close", "adjusted open"],
    "Build your own - code": ["[daily close adj]", "[daily open adj]"],
  },
} as const;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct("no workbook"), launchBrowser()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  page.on("pageerror", (error) => errors.push(error.message));
  at = new BuilderPage(page);
  // A hundred entries at once are no request anybody would look at.
  await page.route("**/v1/data-requests/preview*", (route) => route.abort());
  await page.goto(product.signIn);
  await page.getByRole("heading", { name: "My Data" }).waitFor();
  await go(page, "/template");
  await at.name.fill("Every option");
});

afterAll(async () => {
  await browser?.close();
  await product?.end();
});

/** Every card of a side: its options add, edit, copy and delete an entry whose words, code and payload agree. */
describe.each(SIDES)("%s", (side) => {
  const entries = byMouse(side);

  describe.each(cardsOf(side).filter(isOrdinary))("$title", ({ title }) => {
    const places = placesOf(casesOf(side, title, LONG));

    test("every option is added, and edited as it is; words, code and payload agree", async () => {
      await at.openCard(side, title);
      for (const all of places)
        for (let from = 0; from < all.length; from += BATCH) {
          const batch = all.slice(from, from + BATCH);
          const [first] = batch;
          if (first === undefined) continue;
          await openTab(side, title, first);
          expect(await addAll(page, side, title, batch)).toEqual([]);
          const rows = await readAll(page, side, title);
          expect(rows.map(({ said }) => said)).toEqual(batch.map(({ sentence }) => sentence));
          if (side === "columns") expect(rows.map(({ names }) => names[0])).toEqual(batch.map(({ name }) => name));
          await agrees(side, rows);
          expect(await readAll(page, side, title, true)).toEqual(rows);
          await deleteAll(side, title);
        }
    }, 300_000);

    test("with the mouse entries are made and changed in their rows, a row copied, and deleted", async () => {
      await at.openCard(side, title);
      let last = 0;
      for (const { made, filled, changed } of entries.get(title) ?? []) {
        last += 1;
        const sentence = at.row(side, title, last).locator(".sentence");
        const says = (text: string): Promise<void> => sentence.getByText(text, { exact: true }).waitFor();
        await openTab(side, title, made);
        await at.point(side, title, made.point.label);
        await doByMouse(side, title, made.acts);
        await at.addButton(side, title).click();
        let row = filled.submit();
        await says(made.sentence);
        for (const option of changed) {
          const next = another(row, option);
          if (next === null) continue;
          await at.action(side, title, last, "Edit").click();
          await doByMouse(side, title, next.acts);
          await at.addButton(side, title).click();
          await says(next.said);
          row = doActs(row.with(editRow(row.state, side, title, 0)), next.acts).submit();
        }
      }
      await at.action(side, title, last, "Duplicate").click();
      if (side === "columns") {
        await at.enter(side, title, "name", "Copy");
        await at.addButton(side, title).click();
      }
      await at.row(side, title, last + 1).waitFor();
      const rows = await readAll(page, side, title);
      await agrees(side, rows);
      expect(rows.at(-1)?.said).toBe(rows.at(-2)?.said);
      await at.action(side, title, last + 1, "Delete").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await at.row(side, title, last + 1).waitFor({ state: "detached" });
      await deleteAll(side, title);
    }, 300_000);
  });

  if (side === "columns") {
    test("earnings are selected by groups, all, none, and named together", async () => {
      await at.openCard("columns", "Earnings");
      const card = at.card("columns", "Earnings");
      await card.getByRole("button", { name: "Select all" }).click();
      await card.getByText(/^[1-9]\d+ selected$/).waitFor();
      await card.getByRole("button", { name: "Select none" }).click();
      await card.getByText("0 selected").waitFor();
      await eventually(() => at.addButton("columns", "Earnings").isDisabled()).toBe(true);
      await card.getByRole("checkbox", { name: "Earnings Per Share" }).click();
      const [, count = "0"] = /^(\d+) selected$/.exec(await card.getByText(/^\d+ selected$/).innerText()) ?? [];
      await at.addButton("columns", "Earnings").click();
      await eventually(() => at.card("columns", "Earnings").locator("h3 .rt-Badge").innerText()).toBe(count);
      await card.getByRole("button", { name: "Delete all" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    });

    test("Earnings: every statement item is a column, named, copied, deleted", async () => {
      const card = at.card("columns", "Earnings");
      await at.openCard("columns", "Earnings");
      await card.getByRole("button", { name: "Select all" }).click();
      await at.addButton("columns", "Earnings").click();
      const rows = await readAll(page, "columns", "Earnings");
      expect(rows.map(({ names }) => names[0])).toEqual(EARNINGS_DATA_POINTS.map(({ data_point }) => data_point));
      await at.action("columns", "Earnings", 1, "Edit").click();
      await at.enter("columns", "Earnings", "name", "First");
      await at.addButton("columns", "Earnings").click();
      await eventually(() => at.said("columns", "Earnings", 1)).toMatch(/^First/);
      await at.action("columns", "Earnings", 1, "Duplicate").click();
      await at.enter("columns", "Earnings", "name", "Second");
      await at.addButton("columns", "Earnings").click();
      await agrees("columns", await readAll(page, "columns", "Earnings"));
      await deleteAll("columns", "Earnings");
    });
  }

  test("Custom: each tab adds, edits, copies and deletes", async () => {
    const add = at.addButton(side, "Custom");
    const added = async (count: number): Promise<void> => {
      await eventually(() => add.isEnabled()).toBe(true);
      await add.click();
      await eventually(() => at.rows(side, "Custom").count()).toBe(count);
    };
    await at.openCard(side, "Custom");
    const { Common: tag, ...formulas } = FORMULAS[side];
    const typed = Object.entries(formulas);
    const last = typed.length + 1;
    await at.tab(side, "Custom", "Common");
    await at.card(side, "Custom").locator(`[data-tag=${tag}]`).click();
    await added(1);
    for (const [index, [tab, [text]]] of typed.entries()) {
      await at.tab(side, "Custom", tab);
      await at.typeFormula(side, text);
      if (side === "columns") await at.enter(side, "Custom", "name", tab);
      await added(index + 2);
    }
    for (const [index, [, [, text]]] of typed.entries()) {
      const sentence = at.row(side, "Custom", index + 2).locator(".sentence");
      const before = await sentence.innerText();
      await at.action(side, "Custom", index + 2, "Edit").click();
      await at.typeFormula(side, text);
      await added(last);
      expect(await sentence.innerText()).not.toBe(before);
    }
    await at.action(side, "Custom", last, "Duplicate").click();
    if (side === "columns") {
      await at.enter(side, "Custom", "name", "Copy");
      await added(last + 1);
    }
    const rows = await readAll(page, side, "Custom");
    expect(rows[last]?.said).toBe(rows[last - 1]?.said);
    await agrees(side, rows);
    await at.action(side, "Custom", last + 1, "Delete").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await eventually(() => at.rows(side, "Custom").count()).toBe(last);
    await deleteAll(side, "Custom");
  });
});

test.runIf(IN_SOAK)("nothing broke on the way", () => {
  expect(errors).toEqual([]);
});
