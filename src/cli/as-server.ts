import { marketStatus } from "../market/index.ts";
import type { Market } from "../market/index.ts";
import { AlreadyRunsError, holdFolder, PortTakenError, serve } from "../server/index.ts";
import type { Config, HeldFolder, Queue, Server } from "../server/index.ts";
import { buildClient, CLIENT, clientIsStale } from "./client-build.ts";
import type { Call, ExitStatus } from "./command.ts";
import { wholeOption } from "./options.ts";
import { settings } from "./settings.ts";
import { withServersMarket } from "./with-market.ts";

const DEFAULT_PORT = 3000;
/** Ports tried after the default one. */
const MAX_PORTS_TRIED = 20;

/** What a server of the command line stands on. */
interface ServerPlace {
  readonly market: Market;
  readonly config: Config;
  readonly held: HeldFolder;
  readonly queues: readonly Queue[];
}

/** Work as the server of a data folder, with the page built and the market open. */
export async function asServer(
  call: Call,
  queues: readonly Queue[],
  run: (place: ServerPlace) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  portOption(call);
  const config = settings(call, queues.length > 0 ? "alone" : "server");
  if (config === null) return 1;
  // In development Vite serves the page itself.
  if (call.env["SCANBOOK_DEV"] !== "1" && clientIsStale()) {
    call.err("Building the page …\n");
    await buildClient();
  }
  return holding(call, "server", (held) => withServersMarket(call, (market) => run({ market, config, held, queues })));
}

/** Work that holds the data folder in a role; says so where another does. */
export async function holding(
  call: Call,
  role: "server" | "worker",
  run: (held: HeldFolder) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  let held: HeldFolder;
  try {
    held = await holdFolder(call.data, role);
  } catch (error) {
    if (!(error instanceof AlreadyRunsError)) throw error;
    call.err(`${error.message}\n`);
    return 1;
  }
  try {
    return await run(held);
  } finally {
    await held.release();
  }
}

export async function sayEmpty(call: Call, market: Market): Promise<void> {
  if ((await marketStatus(market)).snapshot === null)
    call.err("There are no market data yet: `market import` brings some, `start --demo` invents some.\n");
}

const portOption = (call: Call): number | undefined => wholeOption(call, "port", 1, 65_535);

/** Listens on the requested port, or without one on the first free port from 3000. Null where there is none, with the reason printed. */
export const listen = (
  call: Call,
  place: ServerPlace & Pick<Parameters<typeof serve>[0], "stopTimes" | "operated">,
): Promise<Server | null> =>
  onFreePort(call, portOption(call) ?? null, { first: DEFAULT_PORT, setBy: "--port" }, (port) =>
    serve({ ...place, data: call.data, client: CLIENT, port }),
  );

/** The same for anything that listens, with what sets the port and the first one where it is not set. */
export async function onFreePort<T>(
  call: Call,
  requested: number | null,
  { first: defaultPort, setBy }: { readonly first: number; readonly setBy: string },
  open: (port: number) => Promise<T>,
): Promise<T | null> {
  const first = requested ?? defaultPort;
  const last = requested === null ? first + MAX_PORTS_TRIED : first;
  for (let port = first; port <= last; port += 1) {
    try {
      return await open(port);
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
      call.err(
        port < last ? `Port ${port} is taken, trying the next.\n` : `${error.message} Choose one with ${setBy}.\n`,
      );
    }
  }
  return null;
}
