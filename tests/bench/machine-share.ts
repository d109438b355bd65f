import { readdir, readFile } from "node:fs/promises";
import { loadavg } from "node:os";

/** CPU of the whole machine, and of a family of processes, in ticks since they began. */
interface Ticks {
  readonly all: number;
  readonly busy: number;
  readonly family: number;
}

/** A process with its children, theirs, and this one. */
async function ticks(root: number): Promise<Ticks> {
  const line = (await readFile("/proc/stat", "utf8")).split("\n")[0] ?? "";
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system + irq + soft + steal;
  const processes = new Map<number, { readonly parent: number; readonly used: number }>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // One that has ended meanwhile is nobody's.
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The name in parentheses may hold blanks; the parent is field 4, user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    processes.set(Number(name), { parent: Number(fields[1]), used: Number(fields[11]) + Number(fields[12]) });
  }
  const belongs = (pid: number): boolean => {
    if (pid === root || pid === process.pid) return true;
    const found = processes.get(pid);
    return found !== undefined && found.parent > 1 && belongs(found.parent);
  };
  let family = 0;
  for (const [pid, { used }] of processes) if (belongs(pid)) family += used;
  return { all: busy + idle + wait, busy, family };
}

export interface Shared {
  /** Of all CPU, what programs took that are none of ours. */
  readonly others: number;
  /** Processes that ran or waited to, a minute's mean: before and after. */
  readonly load: readonly [number, number];
}

/** Who else used the machine from now on; the function that is given ends the look. */
export async function machineShare(root: number): Promise<() => Promise<Shared>> {
  const [before = 0] = loadavg();
  const from = await ticks(root);
  return async () => {
    const to = await ticks(root);
    const [after = 0] = loadavg();
    const others = to.busy - from.busy - (to.family - from.family);
    return { others: Math.max(0, others / (to.all - from.all)), load: [before, after] };
  };
}
