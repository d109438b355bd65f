import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

/** The port an application listens on; null while it does not. */
export function portOf(app: FastifyInstance): number | null {
  const bound = app.server.address();
  return bound !== null && typeof bound === "object" ? bound.port : null;
}

export const isTaken = (error: unknown): error is Error & { readonly port: number } =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error;

/** Lets the charting server listen: on the port of the configuration, else on the one after the product's or any free one. */
export async function listenBeside(app: FastifyInstance, { host, chartPort }: Config, port: number): Promise<void> {
  try {
    await app.listen({ host, port: chartPort ?? port + 1 });
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (chartPort !== null) throw new Error(`CHART_PORT ${chartPort} is taken by another program.`, { cause: error });
    await app.listen({ host, port: 0 });
  }
}

/**
 * Where people reach the charting page. On this machine by its number, the product by its name: cookies do not tell ports
 * apart, but names they do. Null where the product has a public address and the charting page none.
 */
export function chartAddress({ chartUrl, publicUrl }: Config, app: FastifyInstance): string | null {
  if (chartUrl !== null) return chartUrl;
  const port = portOf(app);
  return publicUrl !== null || port === null ? null : `http://127.0.0.1:${port}`;
}
