/** Why the program cannot start, or do its work on a data folder, for whoever started it: what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
