/** Something on the page beneath that can be pressed. */
export interface PageButton {
  readonly name: string;
  /** Where on the page it stands. */
  readonly place: string;
  /** Why it cannot be pressed now. */
  readonly disabled: string | null;
  readonly press: () => void;
}

const PRESSED = "button, a[href], [role=tab], [role=switch], summary";
/** What comes and goes by itself: the palette, messages, and suggestions over a formula. */
const PASSING = ".palette, .rt-PopoverContent, .cm-tooltip, .toast, [hidden], [inert]";
const DIALOG = ".rt-BaseDialogContent:not(.palette)";

/** Where something can be pressed: in the dialog on top, which covers the page, else on the whole page. */
const pressable = (): ParentNode => [...document.querySelectorAll(DIALOG)].at(-1) ?? document;

const textOf = (element: Element): string => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

function labelled(element: Element): string | null {
  const id = element.getAttribute("aria-labelledby");
  const by = id === null ? null : document.querySelector(`#${CSS.escape(id.split(" ")[0] ?? "")}`);
  return element.getAttribute("aria-label") ?? (by === null ? null : textOf(by));
}

const nameOf = (element: HTMLElement): string => {
  const label = element.id === "" ? null : document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
  const around = element.closest("label");
  const said = [labelled(element), label === null ? null : textOf(label), textOf(element)];
  return said.find((one) => one !== null && one !== "") ?? (around === null ? "" : textOf(around)) ?? "";
};

function placeOf(element: Element): string {
  const part = element.parentElement?.closest(
    `section, nav, form, [role=group], [role=region], [role=toolbar], table, ${DIALOG}`,
  );
  return (part == null ? null : labelled(part)) ?? "On this page";
}

function reasonOf(element: HTMLElement): string | null {
  const off = element.matches(":disabled, [aria-disabled=true]");
  if (!off) return null;
  const hint = element.getAttribute("aria-describedby");
  const described = hint === null ? null : document.querySelector(`#${CSS.escape(hint.split(" ")[0] ?? "")}`);
  const said = [element.title, described === null ? "" : textOf(described)].find((one) => one !== "");
  return said ?? "Not possible at the moment";
}

/** Menus and lists open by a key, as they do for who has no pointer. */
function press(element: HTMLElement): void {
  if (!element.isConnected) return;
  element.focus();
  if (element.matches("[aria-haspopup=menu], [role=combobox]"))
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  else if (!element.matches("[role=tab]")) element.click();
}

/** Every button and link that has a name, is seen and not covered, each once; of those with one name in one place the first. */
export function pageButtons(): readonly PageButton[] {
  const found = new Map<string, PageButton>();
  for (const element of pressable().querySelectorAll<HTMLElement>(PRESSED)) {
    if (element.closest(PASSING) !== null || element.matches(".palette-field, [tabindex='-1'][aria-hidden=true]"))
      continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const name = nameOf(element);
    if (name === "" || name.length > 90) continue;
    const place = placeOf(element);
    const key = `${name}\n${place}`;
    if (!found.has(key)) found.set(key, { name, place, disabled: reasonOf(element), press: () => press(element) });
  }
  return [...found.values()];
}
