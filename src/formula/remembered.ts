/**
 * Remembers what a pure function last made, up to so many characters of what it was given; what was not used for longest is
 * forgotten first. A request is read again with each key, and all but one of its formulas are as they were.
 */
export function remembered<Input, Result>(
  make: (given: Input) => Result,
  maxChars: number,
  textOf: (given: Input) => string,
): (given: Input) => Result {
  const known = new Map<string, Result>();
  let chars = 0;
  return (given) => {
    const text = textOf(given);
    const found = known.get(text);
    if (found !== undefined) {
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const made = make(given);
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

/** Characters of formulas that are remembered with what was read out of them. */
export const MAX_REMEMBERED_CHARS = 100_000;
