/** Typing errors that a word may have: none in the shortest, where each other word is near. */
const slipsOf = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/**
 * Whether what is typed is a word, or the beginning of one, with a letter left out, put in, changed, or two changed round.
 * The first letter is seldom wrong, except where the first two stand the other way round.
 */
export function isNear(typed: string, word: string): boolean {
  const most = slipsOf(typed.length);
  if (most === 0 || word.length < 3) return false;
  if (typed[0] !== word[0] && !(typed[0] === word[1] && typed[1] === word[0])) return false;
  return slips(typed, word, most) <= most;
}

/** The fewest typing errors between what is typed and any beginning of the word; more than `most` counts as many. */
function slips(typed: string, word: string, most: number): number {
  const length = Math.min(word.length, typed.length + most);
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= length; at += 1) {
      const same = typed[row - 1] === word[at - 1];
      let least = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    last = next;
  }
  return Math.min(...last);
}
