import type { Page } from "playwright";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Gives the window a size, and waits for the page to be laid out by it. The window knows its new size at once, but what
 * is measured in `vh` and what the page decides in its frames follow a frame later: to look before is to see the new
 * size around the old layout. However late that frame comes on a busy machine, it is waited for.
 */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(async ({ width, height }) => {
    const { documentElement: root } = document;
    const layout = (): Promise<string> =>
      new Promise((drawn) => {
        requestAnimationFrame(() => {
          const { clientWidth, clientHeight, scrollWidth, scrollHeight } = root;
          drawn([innerWidth, innerHeight, clientWidth, clientHeight, scrollWidth, scrollHeight].join(" "));
        });
      });
    const [before, after] = [await layout(), await layout()];
    return before === after && after.startsWith(`${width} ${height} ${width} ${height} `);
  }, size);
}
