import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { z } from "zod";
import { rounds } from "../../cases.ts";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules that read colours: all that another colour scheme can break. They take twice as long as all others. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** So many of what is drawn alike are looked at, which an odd and an even row may be apart; all of them in a soak. */
const SAME = rounds(2, Infinity);
const ALIKE = "data-alike-was-seen";

/** How often what is drawn alike was looked at by the stories of this worker, by its kind. */
const seen = new Map<number, number>();

/**
 * Marks what has the elements, classes and states of something seen before, all the way up and down, and so its colours:
 * the rows of a list after the second, the bar above each page. Gives the kinds of what is left. Runs in the browser.
 */
function markAlike([mark, same, before]: readonly [
  string,
  number,
  readonly (readonly [number, number])[],
]): readonly number[] {
  const STATES =
    /^(class|role|style|type|disabled|hidden|open|data-(state|accent-color|disabled|highlighted|variant)|aria-(selected|current|pressed|checked|expanded|invalid|disabled|sort|readonly))$/;
  const ownOf = (element: Element): string =>
    [
      element.localName,
      ...[...element.attributes]
        .filter(({ name }) => STATES.test(name))
        .map(({ name, value }) => `${name}=${name === "style" ? value.replaceAll(/-?[\d.]+(px|%)/g, "") : value}`),
    ].join(" ");
  const drawn = (element: Element): string => {
    const text = [...element.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.textContent?.trim());
    return `${ownOf(element)}${text ? "+" : ""}(${[...element.children].map(drawn).join(",")})`;
  };
  /** 53 bits of a text. */
  const hash = (text: string): number => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at += 1) {
      high = Math.imul(high ^ text.charCodeAt(at), 2_654_435_761);
      low = Math.imul(low ^ text.charCodeAt(at), 1_597_334_677);
    }
    return (high >>> 0) * 2 ** 21 + (low >>> 11);
  };
  const kinds: number[] = [];
  const counts = new Map(before);
  const look = (element: Element, above: string): void => {
    for (const child of element.children) {
      if (child.matches("svg, script, style")) continue;
      const kind = hash(`${above}/${drawn(child)}`);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      // An editor watches its own text, and would draw it anew.
      if (count > same && child.closest(".cm-editor") === null) child.setAttribute(mark, "");
      else {
        kinds.push(kind);
        look(child, `${above}/${ownOf(child)}`);
      }
    }
  };
  look(document.body, matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  return kinds;
}

const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));
const told = (violations: z.infer<typeof Violations>): readonly string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));

/** What axe finds by the rules of the standards that read no colours. */
export async function wrongStructure(page: Page): Promise<readonly string[]> {
  const rules = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]));
  const { violations } = await new AxeBuilder({ page })
    // What is fine is not described, which takes longer than finding it.
    .options({ runOnly: STANDARDS, rules, resultTypes: ["violations"] })
    // Nothing here stands in a frame of another origin; for those a second page would be opened with each call.
    .setLegacyMode()
    .analyze();
  return told(violations);
}

/** What axe finds wrong with the colours as they are: of what is drawn as others were, of those others only. */
export async function wrongColours(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await wrongStructure(page);
  const kinds = await page.evaluate(markAlike, [ALIKE, SAME, [...seen]] as const);
  const options = { runOnly: { type: "rule", values: COLOUR_RULES }, resultTypes: ["violations"] };
  const context = { include: [["html"]], exclude: [[`[${ALIKE}]`]] };
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  await page.evaluate((mark) => {
    for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
  }, ALIKE);
  const wrong = told(Violations.parse(found));
  if (wrong.length === 0) for (const kind of kinds) seen.set(kind, (seen.get(kind) ?? 0) + 1);
  return wrong;
}

/** What axe finds by the rules of the standards on the page as it is. */
export const violations = async (page: Page): Promise<readonly string[]> => [
  ...(await wrongStructure(page)),
  ...(await wrongColours(page)),
];
