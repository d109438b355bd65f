/** Characters of a name in a mail; a longer one is cut. */
const NAME = 80;

/** Controls, line ends of every kind, and signs that turn or hide text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;
/** Dots as mail programs read them in addresses. */
const DOT = /[.\u2024\u3002\ufe52\uff0e\uff61]/gu;

/** Somebody's text on one line, of so many characters at most. */
export function oneLine(text: string, most: number): string {
  const plain = text.replaceAll(UNSEEN, " ").replaceAll(/\s+/gu, " ").trim();
  const letters = Array.from(plain);
  return letters.length <= most
    ? plain
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/**
 * Somebody's text as a mail of ours may carry it: on one line, cut, and without anything of which a mail program makes a
 * link. Numbers keep their dot.
 */
export function mailName(text: string, most: number = NAME): string {
  const apart = text
    .normalize("NFKC")
    .replaceAll(UNSEEN, " ")
    .replaceAll(/:(?=\/)|[/\\@]/g, " ")
    .replaceAll(DOT, ".")
    // An IPv4 address is no number.
    .replaceAll(/\d+(?:\.\d+){2,}/g, (address) => address.replaceAll(".", " "))
    .replaceAll(/(?<!\d)\.(?=\S)|\.(?=[^\s\d])/g, ". ")
    .replaceAll(/\b(mailto|https?|ftp|tel|data|javascript):/gi, "$1 ");
  return oneLine(apart, most);
}

/** How a mail begins. */
export const greeting = (name: string): string => {
  const shown = mailName(name);
  return shown === "" ? "Hello,\n\n" : `Hello ${shown},\n\n`;
};
