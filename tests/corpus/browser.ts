/** What the browser is asked: the language and the entries, bundled as one. */
export { answerOf } from "./answers.ts";
export { entryAnswer } from "./entry-answers.ts";
