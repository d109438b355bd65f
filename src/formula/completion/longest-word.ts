/** No name is longer; the word before the caret is looked for in so many characters. */
export const LONGEST_WORD = 200;
