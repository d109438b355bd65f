import type { Page } from "playwright";

/** What may be wider than its place: tables, code and bars of tools that are scrolled sideways on their own. */
const SCROLLERS =
  ".grid, .scroll, .scrolls, .cm-scroller, pre, .top-bar, .rt-TableRoot .rt-ScrollAreaViewport, .result-panel-body, .study-scroll, .study-part > .rt-SegmentedControlRoot, .first-rows";

/**
 * What the eye cannot see or the hand cannot reach on the page as it is, in words; of what is open over it, only that.
 * Every control is brought into view as the keyboard would, and must then lie there whole with nothing over it.
 */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(look, SCROLLERS);
}

/** Runs in the browser. */
async function look(scrollers: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const drawn = (): Promise<unknown> =>
    new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done(null)));
      // As in a page that is given no frames.
      setTimeout(() => done(null), 5_000);
    });
  const overlays = [
    ...document.querySelectorAll<HTMLElement>(
      "[role=dialog], [role=alertdialog], [role=menu], dialog[open], .choice-menu",
    ),
  ].filter((one) => one.checkVisibility());
  const scope: HTMLElement = overlays.at(-1) ?? document.body;
  const { innerWidth: width, innerHeight: height } = window;
  const root = document.documentElement;

  const nameOf = (element: Element): string => {
    const said = (element.getAttribute("aria-label") ?? element.textContent ?? "")
      .trim()
      .replaceAll(/\s+/g, " ")
      .slice(0, 40);
    const { className } = element;
    const kind =
      typeof className === "string"
        ? className.split(" ").filter((one) => !/^(rt-r-|rt-variant|rt-reset)/.test(one))
        : [];
    return `${element.localName}${kind.length > 0 ? `.${kind.slice(0, 3).join(".")}` : ""} “${said}”`;
  };
  const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element);
  const cuts = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow: string): boolean => overflow === "auto" || overflow === "scroll";
  function* ancestors(element: Element): Generator<Element> {
    for (let one = element.parentElement; one !== null; one = one.parentElement) yield one;
  }
  /** Of long lists only the first two and the last are looked at. */
  const alike = (element: Element): boolean => {
    const item = element.closest(
      "li, tr, [role=row], [role=option], [role=menuitem], [role=columnheader], [role=gridcell], article",
    );
    if (item === null || item.parentElement === null || !scope.contains(item)) return false;
    const { children } = item.parentElement;
    return (
      children.length > 6 && item !== children[0] && item !== children[1] && item !== children[children.length - 1]
    );
  };

  // The page itself never scrolls sideways, nor does anything that is not meant to.
  if (root.scrollWidth > width) found.add(`the page is ${root.scrollWidth} px wide`);
  const all = [...scope.querySelectorAll<HTMLElement>("*")];
  for (const element of all) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    if (scrolls(styleOf(element).overflowX) && !element.matches(scrollers))
      found.add(`scrolls sideways: ${nameOf(element)} ${element.scrollWidth} in ${element.clientWidth}`);
  }
  // In the frame of a wide screen the parts scroll, not the whole.
  const frame = document.querySelector(".frame, .chart-page");
  if (frame !== null && styleOf(frame).height === `${height}px` && root.scrollHeight > height)
    found.add(`the whole page can be scrolled ${root.scrollHeight - height} px under the edge`);

  for (const element of all) {
    const { position } = styleOf(element);
    // Drawings have no such parent.
    if (position !== "absolute" || !(element.offsetParent instanceof HTMLElement)) continue;
    const holder = [...ancestors(element)].find(
      (one) =>
        one !== document.body && one !== root && (scrolls(styleOf(one).overflowY) || cuts(styleOf(one).overflowY)),
    );
    if (holder !== undefined && !holder.contains(element.offsetParent))
      found.add(
        `not contained: ${nameOf(element)} in ${nameOf(element.parentElement ?? element)} leaves ${nameOf(holder)}`,
      );
  }

  // A number is whole, and a text that is cut still says something.
  const NUMBER = /^[(~]?[−+–-]?\$?\d[\d.,:/%\s–-]*(K|M|B|T|ms|s|AM|PM|days?)?\)?$/;
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const parent = node.parentElement;
    if (parent === null || !NUMBER.test(text) || !parent.checkVisibility({ opacityProperty: true })) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    for (let one: Element | null = parent; one !== null && one !== scope; one = one.parentElement) {
      const { overflowX, clipPath } = styleOf(one);
      if (clipPath !== "none" || scrolls(overflowX)) break;
      if (!cuts(overflowX)) continue;
      const held = one.getBoundingClientRect();
      if (held.width > 1 && (box.right > held.right + 0.5 || box.left < held.left - 0.5))
        found.add(`number cut: ${text} in ${nameOf(one)}`);
    }
  }
  for (const element of all) {
    if (element.clientWidth === 0 || element.scrollWidth <= element.clientWidth) continue;
    const { textOverflow, overflowX } = styleOf(element);
    if (
      textOverflow === "ellipsis" &&
      cuts(overflowX) &&
      element.clientWidth < 90 &&
      element.clientWidth > 1 &&
      element.checkVisibility() &&
      !alike(element)
    )
      found.add(`text cut to ${element.clientWidth} px: ${nameOf(element)}`);
  }

  // What a badge says stands beside the controls of its line, not under one.
  for (const badge of scope.querySelectorAll<HTMLElement>(".rt-Badge")) {
    const box = badge.getBoundingClientRect();
    for (const control of badge.closest("tr, li, header")?.querySelectorAll<HTMLElement>("button, a[href]") ?? []) {
      const over = control.getBoundingClientRect();
      const wide = Math.min(box.right, over.right) - Math.max(box.left, over.left);
      const high = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
      if (wide > 1 && high > 1 && !control.contains(badge) && badge.checkVisibility() && control.checkVisibility())
        found.add(`under ${nameOf(control)}: ${nameOf(badge)}`);
    }
  }

  // Controls.
  const CONTROLS =
    "a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1']), [role=button], [role=menuitem], [role=option], [role=tab], [role=columnheader], [contenteditable=true], tbody tr:last-child";
  const hits = (element: Element, x: number, y: number): Element | null => {
    const hit = document.elementFromPoint(x, y);
    if (hit === null || element.contains(hit)) return null;
    const label = hit.closest("label");
    return label !== null && (label.control === element || label.contains(element)) ? null : hit;
  };
  /** The part of a box that its surroundings let be seen. */
  const seen = (element: Element): DOMRect => {
    const boxes = element.getClientRects();
    const box =
      boxes.length > 1 && styleOf(element).display === "inline"
        ? (boxes[0] ?? element.getBoundingClientRect())
        : element.getBoundingClientRect();
    let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom];
    for (const one of ancestors(element)) {
      const { overflowX, overflowY } = styleOf(one);
      const held = one.getBoundingClientRect();
      if (one === document.body || one === root) break;
      if (scrolls(overflowX) || cuts(overflowX))
        [left, right] = [Math.max(left, held.left), Math.min(right, held.left + one.clientLeft + one.clientWidth)];
      if (scrolls(overflowY) || cuts(overflowY))
        [top, bottom] = [Math.max(top, held.top), Math.min(bottom, held.top + one.clientTop + one.clientHeight)];
      if (styleOf(one).position === "fixed") break;
    }
    return new DOMRect(left, top, right - left, bottom - top);
  };
  const whole = (element: Element): string | null => {
    const box = element.getBoundingClientRect();
    const part = seen(element);
    if (part.width < Math.min(box.width, 24) - 1 || part.height < Math.min(box.height, 16) - 1)
      return `hidden to ${Math.round(part.width)} × ${Math.round(part.height)} of ${Math.round(box.width)} × ${Math.round(box.height)}`;
    if (part.left < -0.5 || part.right > width + 0.5)
      return `outside, from ${Math.round(part.left)} to ${Math.round(part.right)}`;
    const [top, bottom] = [Math.max(0, part.top), Math.min(height, part.bottom)];
    if (bottom - top < Math.min(part.height, 8) - 1) return `outside, at ${Math.round(part.top)}`;
    const [x, y] = [(part.left + part.right) / 2, (top + bottom) / 2];
    const [dx, dy] = [Math.min(3, part.width / 4), Math.min(3, (bottom - top) / 4)];
    const points: (readonly [number, number])[] = [[x, y]];
    // Of what only scrolls, some part is enough.
    if (element.matches("[role=grid], [role=region], [role=group]")) {
      const open = [top + 8, y, bottom - 8].some((py) => hits(element, x, py) === null);
      return open ? null : "covered";
    }
    if (!element.matches("[tabindex]:not(button, a, input, [role])"))
      points.push([part.left + dx, y], [part.right - dx, y], [x, top + dy], [x, bottom - dy]);
    for (const [px, py] of points) {
      const over = hits(element, px, py);
      if (over !== null) return `covered by ${nameOf(over)}`;
    }
    return null;
  };
  for (const element of scope.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest("[aria-hidden=true], [inert], .skip") !== null
    )
      continue;
    if (element.closest(".visually-hidden") !== null || styleOf(element).pointerEvents === "none" || alike(element))
      continue;
    if (
      element.matches("input") &&
      element.clientWidth < 56 &&
      /^(text|search|email|password|number)$/.test(element.getAttribute("type") ?? "text")
    )
      found.add(`a field of ${element.clientWidth} px: ${nameOf(element)}`);
    let wrong = whole(element);
    for (const block of ["nearest", "center", "start", "end"] as const) {
      if (wrong === null) break;
      element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      wrong = whole(element);
    }
    if (wrong !== null) found.add(`${wrong}: ${nameOf(element)}`);
    for (const one of ancestors(element)) {
      const { overflowX, overflowY } = styleOf(one);
      const hidden = (one.scrollTop !== 0 && cuts(overflowY)) || (one.scrollLeft !== 0 && cuts(overflowX));
      if (!hidden || one === document.body || one === root) continue;
      found.add(`seen only by scrolling what no hand can scroll, ${nameOf(one)}: ${nameOf(element)}`);
      one.scrollTo(0, 0);
    }
  }

  // The last row of a grid, and what stays of it when the last column is in sight.
  for (const grid of scope.querySelectorAll<HTMLElement>("[role=grid]")) {
    const last = Number(grid.getAttribute("aria-rowcount"));
    grid.scrollTo(grid.scrollWidth, grid.scrollHeight);
    grid.scrollIntoView({ block: "nearest" });
    let row = null;
    // Its page is asked for once the scrolling rests, and may take its time on a busy machine.
    const patience = performance.now() + 20_000;
    while (row === null && performance.now() < patience) {
      await drawn();
      row = grid.querySelector(`[aria-rowindex="${last}"]`);
    }
    if (row === null) found.add(`the last row, ${last}, is not drawn`);
    else {
      row.scrollIntoView({ block: "nearest", inline: "end", behavior: "instant" });
      const cells = [...row.querySelectorAll<HTMLElement>("[role=gridcell]")];
      const [first] = cells;
      const wrong = first === undefined ? "not there" : whole(first);
      if (wrong !== null) found.add(`the first cell of the last row: ${wrong}`);
      // On a phone the last one may be as wide as what the first leaves; its end is what is scrolled to.
      const end = cells.at(-1)?.getBoundingClientRect();
      const reached = end === undefined ? null : hits(row, end.right - 4, (end.top + end.bottom) / 2);
      if (end === undefined || end.right > width + 0.5 || reached !== null)
        found.add("the end of the last row is out of reach");
    }
    grid.scrollTo(0, 0);
  }
  for (const one of [scope, ...all, root]) if (one.scrollTop !== 0 && !one.matches("[role=grid]")) one.scrollTop = 0;
  return [...found];
}

/** Buttons, links and the title of the bar above the page that are cut, covered or beyond its edge. */
export const wrongInBar = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>(".topbar :is(button, a:not(.skip), h1, .rt-Badge)")];
    const seen = all.filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none");
    return seen.flatMap((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const name = one.ariaLabel ?? one.textContent;
      const apart = (other: HTMLElement): boolean => {
        const box = other.getBoundingClientRect();
        const beside = box.right <= left + 1 || right <= box.left + 1 || box.bottom <= top || bottom <= box.top;
        return beside || one.contains(other) || other.contains(one);
      };
      const isCut = one.matches("h1, .builder-bar-promotion") && one.scrollWidth > one.clientWidth + 1;
      return [
        ...(left < 0 || right > innerWidth + 0.5 ? [`${name} ends at ${right} of ${innerWidth}`] : []),
        ...seen
          .filter((other) => !apart(other))
          .map((other) => `${name} lies over ${other.ariaLabel ?? other.textContent}`),
        ...(isCut ? [`${name} is cut`] : []),
      ];
    });
  });
