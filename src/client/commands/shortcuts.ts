import { commands, runCommand } from "./registry.ts";

/** Milliseconds between the two keys of `g d`. */
const SEQUENCE_MS = 1_200;

const MAC = "navigator" in globalThis && /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** A key press as commands write it: `Mod-Shift-z`, `g`, `?`. */
function keyOf(event: Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">): string {
  const mod = MAC ? event.metaKey : event.ctrlKey;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // Shift is part of a character such as `?`, and told apart only beside another modifier or on a named key.
  const shift = event.shiftKey && (mod || event.altKey || event.key.length > 1);
  return `${mod ? "Mod-" : ""}${event.altKey ? "Alt-" : ""}${shift ? "Shift-" : ""}${letter}`;
}

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches("input, textarea, select") && !target.matches("[type=checkbox]")));

/**
 * What is open over the page gets the keys; what is closed and only fading out does not. The
 * suggestions of a formula take only those typed into it, and stay a moment after the focus has left.
 */
const OVER =
  ":is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not(.cm-tooltip *)):not([data-state=closed]), dialog[open]";

/** Enter on a link or button is its own. */
const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a, button, summary, [role=button]") !== null;

/** Listens for the shortcuts of all commands; the returned function stops it. Keys without a modifier count outside of text fields only, and none below a dialog. */
export function listenForShortcuts(): () => void {
  let first = "";
  let since = 0;
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat) return;
    const key = keyOf(event);
    const plain = !/^(Mod|Alt)-/.test(key);
    // F6 and the like write nothing.
    if (plain && isText(event.target) && !/^(?:Shift-)?F\d+$/.test(key)) return;
    // While a dialog is open no key acts on the page below it.
    const over = document.querySelector(OVER) !== null;
    if (key === "Enter" && isPressed(event.target)) return;
    const sequence = first !== "" && event.timeStamp - since < SEQUENCE_MS ? `${first} ${key}` : null;
    const command = find(sequence, over) ?? find(key, over);
    first = "";
    if (command !== null) {
      if (runCommand(command)) event.preventDefault();
    } else if (!over && plain && key.length === 1) {
      first = key;
      since = event.timeStamp;
    }
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

function find(keys: string | null, over: boolean): string | null {
  if (keys === null) return null;
  const found = commands().find(
    (command) =>
      command.keys?.includes(keys) === true && (!over || command.overAll === true) && command.when?.() !== false,
  );
  return found?.id ?? null;
}
