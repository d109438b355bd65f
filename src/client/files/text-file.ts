/** What opens and writes texts, for those who load it when it is wanted. */
export * from "./text-contents.ts";
