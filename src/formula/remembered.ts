/**
 * Remembers what a pure function made of the last texts, up to so many characters in all; the text not used for longest is
 * forgotten first. A request is read again with each key, and all but one of its formulas are as they were.
 */
export function remembered<Result>(make: (text: string) => Result, maxChars: number): (text: string) => Result {
  const known = new Map<string, Result>();
  let chars = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const made = make(text);
    known.set(text, made);
    chars += text.length;
    for (const [oldest] of known) {
      if (chars <= maxChars) break;
      known.delete(oldest);
      chars -= oldest.length;
    }
    return made;
  };
}

/** Characters of formulas that are remembered as they were read, in each notation. */
export const MAX_REMEMBERED_CHARS = 100_000;
