/** Characters of a name in a mail; a longer one is cut. */
const MAX_NAME_CHARS = 80;

/** Control characters, line ends of every kind, and characters that reverse or hide text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;
/** Dots as mail programs read them in addresses. */
const DOT = /[.\u2024\u3002\ufe52\uff0e\uff61]/gu;

/** A user's text on one line, cut to `maxChars`. */
export function oneLine(text: string, maxChars: number): string {
  const plain = text.replaceAll(INVISIBLE, " ").replaceAll(/\s+/gu, " ").trim();
  const letters = Array.from(plain);
  return letters.length <= maxChars
    ? plain
    : `${letters
        .slice(0, maxChars - 1)
        .join("")
        .trimEnd()}…`;
}

/**
 * A user's text for a mail: on one line, cut, and without anything that a mail program turns into a link. Numbers keep
 * their dot.
 */
export function mailName(text: string, maxChars: number = MAX_NAME_CHARS): string {
  const apart = text
    .normalize("NFKC")
    .replaceAll(INVISIBLE, " ")
    .replaceAll(/:(?=\/)|[/\\@]/g, " ")
    .replaceAll(DOT, ".")
    // An IPv4 address is no number.
    .replaceAll(/\d+(?:\.\d+){2,}/g, (address) => address.replaceAll(".", " "))
    .replaceAll(/(?<!\d)\.(?=\S)|\.(?=[^\s\d])/g, ". ")
    .replaceAll(/\b(mailto|https?|ftp|tel|data|javascript):/gi, "$1 ");
  return oneLine(apart, maxChars);
}

/** How a mail begins. */
export const greeting = (name: string): string => {
  const shown = mailName(name);
  return shown === "" ? "Hello,\n\n" : `Hello ${shown},\n\n`;
};
