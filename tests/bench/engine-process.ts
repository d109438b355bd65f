import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Kernel ticks a second in /proc; fixed at 100 on every architecture Node runs on (USER_HZ). */
const TICKS = 100;

/** The engine's process as the kernel sees it. */
export interface EngineProcess {
  readonly pid: number;
  /** CPU seconds used so far by all of its threads, those that have ended included. */
  cpu(): Promise<number>;
  /** Forgets the peak so far; false where the kernel does not allow it. */
  forgetPeak(): Promise<boolean>;
  /** Most memory held at once since then, in MB (10^6 bytes). */
  peak(): Promise<number>;
}

/** The engine that serves a folder, found by the address it left there. */
export async function engineProcess(folder: string): Promise<EngineProcess> {
  const address: unknown = JSON.parse(await readFile(join(folder, "engine.json"), "utf8"));
  if (typeof address !== "object" || address === null || !("pid" in address) || typeof address.pid !== "number")
    throw new Error(`no engine at ${folder}`);
  const { pid } = address;
  const proc = (name: string): string => `/proc/${pid}/${name}`;
  return {
    pid,
    async cpu() {
      const stat = await readFile(proc("stat"), "utf8");
      // The name in parentheses may hold blanks; user and system time are fields 14 and 15 of the line.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS;
    },
    forgetPeak: () =>
      writeFile(proc("clear_refs"), "5").then(
        () => true,
        () => false,
      ),
    async peak() {
      const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(proc("status"), "utf8"))?.[1];
      if (kilobytes === undefined) throw new Error("the kernel does not tell the peak of memory");
      return (Number(kilobytes) * 1024) / 1e6;
    },
  };
}
