import { ClickHouseLogLevel, createClient, type ClickHouseClient } from "@clickhouse/client";

/** An address of ClickHouse's HTTP interface. */
export interface Endpoint {
  readonly url: string;
  /** Bearer secret of an embedded engine; a server's credentials stand in its url. */
  readonly secret?: string;
}

/** Two clients of one endpoint: the library sets compression per client, not per statement. */
export interface Clients {
  readonly plain: ClickHouseClient;
  readonly gzipped: ClickHouseClient;
  close(): Promise<void>;
}

/** A scan may run for hours; its user can cancel it. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
const CONNECTIONS = 256;

export function clientsAt(endpoint: Endpoint, database: string): Clients {
  const make = (response: boolean) =>
    createClient({
      url: endpoint.url,
      database,
      ...(endpoint.secret === undefined
        ? {}
        : // A new connection is cheap on loopback; on a kept one it would be unclear whether it broke before or after the statement.
          { access_token: endpoint.secret, keep_alive: { enabled: false } }),
      compression: { response },
      max_open_connections: CONNECTIONS,
      request_timeout: NO_TIMEOUT_MS,
      use_multipart_params_auto: true,
      application: "scanbook",
      // Every failure reaches the caller as an error; the client would also log it with the whole statement.
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
