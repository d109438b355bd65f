import { ClickHouseLogLevel, createClient, type ClickHouseClient } from "@clickhouse/client";

/** An address of ClickHouse's HTTP interface. */
export interface Endpoint {
  readonly url: string;
  /** Bearer secret of an embedded engine; a server's credentials stand in its url. */
  readonly secret?: string;
}

/** Two clients of one endpoint: the protocol settles compression per client, not per statement. */
export interface Clients {
  readonly plain: ClickHouseClient;
  readonly gzipped: ClickHouseClient;
  close(): Promise<void>;
}

/** A scan may run for hours; who is tired of it cancels it. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
const CONNECTIONS = 256;

export function clientsAt(endpoint: Endpoint, database: string): Clients {
  const make = (response: boolean) =>
    createClient({
      url: endpoint.url,
      database,
      ...(endpoint.secret === undefined
        ? {}
        : // On loopback a connection costs less than the doubt whether a kept one died before or after the statement.
          { access_token: endpoint.secret, keep_alive: { enabled: false } }),
      compression: { response },
      max_open_connections: CONNECTIONS,
      request_timeout: NO_TIMEOUT_MS,
      use_multipart_params_auto: true,
      application: "scanbook",
      // Every failure reaches the caller as an error; the client would print it, statement and all, as well.
      log: { level: ClickHouseLogLevel.OFF },
    });
  const plain = make(false);
  const gzipped = make(true);
  return {
    plain,
    gzipped,
    close: async () => {
      await Promise.all([plain.close(), gzipped.close()]);
    },
  };
}
