import type { Locator } from "playwright";

/** Whether a field is drawn as one in which something is wrong. */
export const hasRedEdge = (input: Locator): Promise<boolean> =>
  input.evaluate((field) => {
    const probe = document.createElement("i");
    probe.style.boxShadow = "inset 0 0 0 1px var(--red-9)";
    field.after(probe);
    const [edge, red] = [field.parentElement ?? field, probe].map((one) => getComputedStyle(one).boxShadow);
    probe.remove();
    return edge === red;
  });
