import type { FastifyInstance } from "fastify";

/** The port is taken by another program. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";
}

/** The port that an application listens on; null where it does not. */
export function portOf(app: FastifyInstance): number | null {
  const bound = app.server.address();
  return bound !== null && typeof bound === "object" ? bound.port : null;
}

export const isTaken = (error: unknown): error is Error & { readonly port: number } =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error;
