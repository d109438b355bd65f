/** Calls of the contract's routes from a page, and what went wrong in words. Both pages call by it, each as its own session. */
export * from "./call-error.ts";
export * from "./caller.ts";
