/** What lies over the page while it is open; the focus goes back to where it was before. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
/** Beyond these it is another screen, and the focus is that screen's affair. */
const SCREENS = "main, .drawer, .topbar, body";
/** No field that is typed into: letters are commands where none has the focus. */
const STOPS = "button:not(:disabled), a[href], [tabindex='0']:not([contenteditable])";

/** Where the focus stood: the element, what it lay in, and its middle on the page. */
interface Place {
  readonly element: Element;
  readonly around: readonly Element[];
  readonly x: number;
  readonly y: number;
}

function placeOf(element: Element): Place {
  const around: Element[] = [];
  for (let one = element.parentElement; one !== null && !one.matches(SCREENS); one = one.parentElement)
    around.push(one);
  const { left, top, width, height } = element.getBoundingClientRect();
  return { element, around, x: left + width / 2, y: top + height / 2 };
}

/** What can have the focus nearest to a place, within the smallest part around it that is still there. */
function nearest({ around, x, y }: Place): HTMLElement | null {
  for (const part of around) {
    if (!part.isConnected) continue;
    const away = (stop: Element): number => {
      const { left, top, width, height } = stop.getBoundingClientRect();
      return Math.hypot(left + width / 2 - x, top + height / 2 - y);
    };
    const stops = [...part.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.checkVisibility());
    const [first] = stops.map((stop) => ({ stop, far: away(stop) })).toSorted((a, b) => a.far - b.far);
    if (first !== undefined) return first.stop;
  }
  return null;
}

/**
 * Keeps the focus on the page, so that the keyboard goes on from where it was: a dialog that closes gives it back to what
 * opened it, and where what had it goes away (a row that is deleted, by its button or by the dialog which that opened)
 * the nearest one beside it gets it. The returned function stops it.
 */
export function keepFocus(): () => void {
  let last: Place | null = null;
  /** Whether something over the page has had the focus since. */
  let covered = false;
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    covered = target.closest(OVERLAYS) !== null;
    if (!covered) last = placeOf(target);
  };
  const isLost = (): boolean => last !== null && (covered || !last.element.isConnected);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    timer = undefined;
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (last === null || !nowhere || !isLost() || document.querySelector(OVERLAYS) !== null) return;
    const back = last.element.isConnected ? last.element : nearest(last);
    [covered, last] = [false, null];
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    // After what closes has given the focus back itself, and after the page has been drawn anew.
    if (timer === undefined && isLost()) timer = setTimeout(look, 50);
  });
  addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener("focusin", onFocus);
    observer.disconnect();
    clearTimeout(timer);
  };
}
