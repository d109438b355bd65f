import type { FastifyReply } from "fastify";
import { ProblemAnswer } from "./problem.ts";

/** Runs work that is cancelled when the caller leaves before it is answered. */
export async function whileThere<T>(reply: FastifyReply, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const left = (): void => {
    if (!reply.raw.writableFinished) abort.abort();
  };
  reply.raw.once("close", left);
  try {
    return await work(abort.signal);
  } catch (error) {
    // Nobody reads it any more; that the work ended is no failure.
    if (abort.signal.aborted) throw new ProblemAnswer("bad-request", "The caller has left.");
    throw error;
  } finally {
    reply.raw.removeListener("close", left);
  }
}
