/** No name is longer; the word before the caret is looked for in so many characters. */
export const MAX_WORD_LENGTH = 200;
