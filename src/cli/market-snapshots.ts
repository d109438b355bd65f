import { keptSnapshots, rollBack } from "../market/index.ts";
import type { SnapshotLabel } from "../market/index.ts";
import { readConfig, recordCommand } from "../server/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { withMarket } from "./with-market.ts";

/** `market snapshots` */
export async function marketSnapshots(call: Call): Promise<ExitStatus> {
  const labels = (await withMarket(call, keptSnapshots)).flatMap(({ label }) => (label === null ? [] : [label]));
  if (call.options["json"] === true) call.out(`${JSON.stringify(labels, null, 2)}\n`);
  else if (labels.length === 0) call.out("The market is empty.\n");
  else call.out(labels.map((label, index) => `${index === 0 ? "current  " : "         "}${lineOf(label)}\n`).join(""));
  return 0;
}

/** `market rollback` */
export async function marketRollback(call: Call): Promise<ExitStatus> {
  const { to } = call.options;
  const label = await withMarket(call, (market) => rollBack(market, typeof to === "string" ? to : null));
  await recordCommand(call.data, readConfig(call.env).databaseUrl, "market-rolled-back", { snapshot: label.id });
  call.out(`The market is that of ${lineOf(label)}\n`);
  return 0;
}

const lineOf = ({ id, date, importedAt, source }: SnapshotLabel): string =>
  `${id}  to ${date}, from ${source}, imported ${importedAt.replace("T", " ").replace("Z", " UTC")}`;
