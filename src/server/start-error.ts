/** Why the program cannot start or use a data folder; its message says what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
