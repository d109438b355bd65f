import type { FastifyReply } from "fastify";
import { ProblemAnswer } from "./problem.ts";

/** Runs work that is cancelled when the caller disconnects. */
export async function whileConnected<T>(reply: FastifyReply, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const left = (): void => {
    if (!reply.raw.writableFinished) abort.abort();
  };
  reply.raw.once("close", left);
  try {
    return await work(abort.signal);
  } catch (error) {
    // Nobody reads the answer, so the aborted work is not an error.
    if (abort.signal.aborted) throw new ProblemAnswer("bad-request", "The caller has left.");
    throw error;
  } finally {
    reply.raw.removeListener("close", left);
  }
}
