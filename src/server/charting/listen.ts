import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { isTaken, portOf } from "../listen.ts";

/** Starts listening on the configured port, else on the one after the product's, or any free one. */
export async function listenBeside(
  app: FastifyInstance,
  { host, chartPort }: Pick<Config, "host" | "chartPort">,
  port: number,
): Promise<void> {
  try {
    await app.listen({ host, port: chartPort ?? port + 1 });
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (chartPort !== null) throw new Error(`CHART_PORT ${chartPort} is taken by another program.`, { cause: error });
    await app.listen({ host, port: 0 });
  }
}

/**
 * The address of the charting page. On this machine it uses 127.0.0.1, the product localhost: cookies are separated by
 * host name, not by port. Null where the product has a public address and the charting page none.
 */
export function chartAddress({ chartUrl, publicUrl }: Config, app: FastifyInstance): string | null {
  if (chartUrl !== null) return chartUrl;
  const port = portOf(app);
  return publicUrl !== null || port === null ? null : `http://127.0.0.1:${port}`;
}
