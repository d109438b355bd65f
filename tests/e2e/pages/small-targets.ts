import type { Page } from "playwright";

/** What a fingertip needs, in pixels. */
export const FINGERTIP = 44;

/** From now on the page is touched, or not any more: its styles see a coarse pointer. */
export async function touched(page: Page, isTouched: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: isTouched, maxTouchPoints: 5 });
}

/**
 * What is tapped and is less than a fingertip high or wide: the place that reacts counts, a label or a margin of it
 * included. Links within a sentence, text that is edited, and rows of an editor are left, as the standards leave them.
 */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate((most) => {
    const TAPPED =
      "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=switch], [role=checkbox], [role=radio], [role=combobox]";
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.matches(
        ":disabled, [aria-hidden=true], [tabindex='-1'][aria-hidden], input[type=hidden], input[type=file]",
      );
    const isInSentence = (element: Element): boolean =>
      element.matches("a") &&
      getComputedStyle(element).display === "inline" &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (one) => one.nodeType === Node.TEXT_NODE && (one.textContent?.trim().length ?? 0) > 1,
      );
    const found = new Set<string>();
    for (const element of document.querySelectorAll(TAPPED)) {
      if (isHidden(element) || isInSentence(element) || element.closest(".cm-editor, svg, [inert]") !== null) continue;
      // A field's frame gives the field the focus.
      const frame = element.closest(".rt-TextFieldRoot") ?? element;
      const box = frame.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      frame.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const { left, right, top, bottom } = frame.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const label = element.closest("label") ?? (element instanceof HTMLInputElement ? element.labels?.[0] : undefined);
      const reacts = (toX: number, toY: number): boolean => {
        const at = document.elementFromPoint(toX, toY);
        if (at === null) return toX < 0 || toY < 0 || toX >= innerWidth || toY >= innerHeight;
        return element.contains(at) || label?.contains(at) === true;
      };
      const half = most / 2 - 1;
      const small = [
        bottom - top < most - 1 && !(reacts(x, y - half) && reacts(x, y + half)) ? "low" : "",
        right - left < most - 1 && !(reacts(x - half, y) && reacts(x + half, y)) ? "narrow" : "",
      ].filter((one) => one !== "");
      if (small.length === 0) continue;
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? "";
      const path = `${element.localName}.${(element.getAttribute("class") ?? "")
        .split(/\s+/)
        .filter((one) => !one.startsWith("rt-r"))
        .slice(0, 3)
        .join(".")}`;
      found.add(`${small.join(" and ")} ${Math.round(right - left)}x${Math.round(bottom - top)} ${path} "${name}"`);
    }
    return [...found];
  }, FINGERTIP);
