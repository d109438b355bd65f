/** Runs work that Ctrl-C cancels. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const interrupt = (): void => abort.abort();
  process.once("SIGINT", interrupt);
  try {
    return await work(abort.signal);
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}
