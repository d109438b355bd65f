/** An engine process that knows clusters, as a server's configuration would name them; started by `clusters.ts`. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { engineConfig, usersConfig } from "../../src/market/engine/config.ts";
import { Engine } from "../../src/market/engine/engine.ts";
import { createHost } from "../../src/market/engine/host.ts";

const quit = (): void => void process.kill(process.pid, "SIGKILL");
process.once("disconnect", quit);
const folder = process.argv[2];
if (folder === undefined || !process.send) throw new Error("The engine is started by a test");

/** Same host and port as the engine's own, so that it executes the shard itself; nothing listens at either. */
const OWN = 9000;
const DEAD = 9999;
const shard = (...ports: readonly number[]): string =>
  `<shard>${ports.map((port) => `<replica><host>127.0.0.1</host><port>${port}</port></replica>`).join("")}</shard>`;
const clusters = `<tcp_port>${OWN}</tcp_port><remote_servers>
<two>${shard(OWN)}${shard(OWN)}</two>
<one>${shard(OWN)}</one>
<dead>${shard(OWN)}${shard(DEAD)}</dead>
</remote_servers>`;
const grants = ["GRANT TABLE ENGINE ON Distributed", "GRANT READ, WRITE ON REMOTE"];

const [data, spool] = [join(folder, "engine"), join(folder, "spool")];
await mkdir(data, { recursive: true });
await mkdir(spool);
const users = usersConfig().replace(
  "</grants>",
  `${grants.map((grant) => `<query>${grant}</query>`).join("")}</grants>`,
);
await writeFile(join(data, "users.xml"), users);
const config = engineConfig(join(data, "users.xml")).replace("</clickhouse>", `${clusters}</clickhouse>`);
await writeFile(join(data, "config.xml"), config);
const engine = new Engine(data, join(data, "config.xml"), spool);
const secret = randomBytes(16).toString("hex");
const host = createHost({
  engine,
  spool,
  secret,
  folder,
  sharers: new Set(),
  onUnshared: () => undefined,
  onFatal: quit,
});
host.listen(0, "127.0.0.1", () => {
  const bound = host.address();
  process.send?.({ port: typeof bound === "object" ? bound?.port : 0, secret });
});
