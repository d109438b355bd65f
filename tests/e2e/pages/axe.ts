import axe from "axe-core";
import type { Page } from "playwright";
import { z } from "zod";
import { rounds } from "../../cases.ts";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules that read colours: all that another colour scheme can break. They take twice as long as all others. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** As long as all other rules of structure: what is drawn alike is as large. */
const SIZE_RULE = "target-size";

/** So many rows that are drawn alike are looked at, an odd and an even one, and one of all else; all of them in a soak. */
const SAME = rounds(2, Infinity);
const ROW = "tr, li, [role=row], [role=option]";
const ALIKE = "data-alike-was-seen";

/** How often what is drawn alike was looked at by the stories of this worker, by its kind. */
const seen = new Map<string, number>();

/**
 * Marks what has the elements, classes and states of something seen before, all the way up and down, and so its colours:
 * the rows of a list after the second, the bar above each page. Gives the kinds of what is left. Runs in the browser.
 */
function markAlike([mark, same, row, before]: readonly [string, number, string, string]): string {
  const STATES =
    /^(class|role|style|type|disabled|hidden|open|data-(state|accent-color|disabled|highlighted|variant)|aria-(selected|current|pressed|checked|expanded|invalid|disabled|sort|readonly))$/;
  const ownOf = (element: Element): string =>
    [
      element.localName,
      ...[...element.attributes]
        .filter(({ name }) => STATES.test(name))
        .map(({ name, value }) => `${name}=${name === "style" ? value.replaceAll(/-?[\d.]+(px|%)/g, "") : value}`),
    ].join(" ");
  /** 53 bits of a text. */
  const hash = (text: string): number => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at += 1) {
      high = Math.imul(high ^ text.charCodeAt(at), 2_654_435_761);
      low = Math.imul(low ^ text.charCodeAt(at), 1_597_334_677);
    }
    return (high >>> 0) * 2 ** 21 + (low >>> 11);
  };
  const known = new Map<Element, string>();
  /** What an element and all within it are, in few letters. */
  const drawn = (element: Element): string => {
    const read = known.get(element);
    if (read !== undefined) return read;
    const text = [...element.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.textContent?.trim());
    const within = [...element.children].map(drawn).join(",");
    const all = hash(`${ownOf(element)}${text ? "+" : ""}(${within})`).toString(36);
    known.set(element, all);
    return all;
  };
  const kinds: string[] = [];
  // As one text: thousands of values each wrapped up for the way take longer than all else here.
  const counts = new Map(before.split(" ").map((kind) => [kind, same]));
  const look = (element: Element, above: string): void => {
    for (const child of element.children) {
      if (child.matches("svg, script, style")) continue;
      const kind = hash(`${above}/${drawn(child)}`).toString(36);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      // An editor watches its own text, and would draw it anew.
      if (count > same && child.closest(".cm-editor") === null) child.setAttribute(mark, "");
      else {
        kinds.push(kind);
        // As if the other one had been seen as well.
        if (child.closest(row) === null && Number.isFinite(same)) {
          kinds.push(kind);
          counts.set(kind, count + 1);
        }
        look(child, `${above}/${ownOf(child)}`);
      }
    }
  };
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  look(document.body, `${isDark ? "dark" : "light"} ${innerWidth < 600 ? "narrow" : "wide"}`);
  return kinds.join(" ");
}

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));
const told = (violations: z.infer<typeof Violations>): readonly string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));

/** What is fine is not described, which takes longer than finding it. */
const ONLY_WRONG = { resultTypes: ["violations"] };

async function run(page: Page, context: object, options: object): Promise<readonly string[]> {
  // Its source takes as long to read as the page to look at: once for each document.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return told(Violations.parse(found));
}

/** What axe finds by the rules of the standards that read neither colours nor sizes. */
export function wrongStructure(page: Page): Promise<readonly string[]> {
  const rules = Object.fromEntries([...COLOUR_RULES, SIZE_RULE].map((rule) => [rule, { enabled: false }]));
  return run(page, { include: [["html"]] }, { runOnly: STANDARDS, rules, ...ONLY_WRONG });
}

/** What axe finds wrong with colours and sizes as they are: of what is drawn as others were, of those others only. */
export async function wrongLooks(page: Page): Promise<readonly string[]> {
  const enough = [...seen].flatMap(([kind, count]) => (count >= SAME ? [kind] : []));
  const kinds = await page.evaluate(markAlike, [ALIKE, SAME, ROW, enough.join(" ")] as const);
  const context = { include: [["html"]], exclude: [[`[${ALIKE}]`]] };
  const wrong = await run(page, context, {
    runOnly: { type: "rule", values: [...COLOUR_RULES, SIZE_RULE] },
    ...ONLY_WRONG,
  });
  await page.evaluate((mark) => {
    for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
  }, ALIKE);
  if (wrong.length === 0) for (const kind of kinds.split(" ")) seen.set(kind, (seen.get(kind) ?? 0) + 1);
  return wrong;
}

/** What axe finds by all rules of the standards in a part of the page. */
export const wrongWithin = (page: Page, selector: string): Promise<readonly string[]> =>
  run(page, { include: [[selector]] }, { runOnly: STANDARDS, ...ONLY_WRONG });

/** What axe finds by the rules of the standards on the page as it is. */
export const violations = async (page: Page): Promise<readonly string[]> => [
  ...(await wrongStructure(page)),
  ...(await wrongLooks(page)),
];
