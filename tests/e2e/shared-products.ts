import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { RUN_FOLDER } from "../run-folder.ts";

/** A line for each product that was started: its process and its data folder. */
const listIn = (run: string): string => join(run, "products");

/** Whoever started it may leave it to the run to end it. */
export function noteProduct(pid: number, data: string): void {
  const run = process.env[RUN_FOLDER];
  if (run !== undefined) appendFileSync(listIn(run), `${pid}\t${data}\n`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const PATIENCE_MS = 20_000;

/** After all stories: products that several of them shared are ended, and their databases with them. */
export default function endSharedProducts(): () => Promise<void> {
  return async () => {
    const list = listIn(process.env[RUN_FOLDER] ?? "");
    if (!existsSync(list)) return;
    const products = readFileSync(list, "utf8")
      .split("\n")
      .flatMap((line) => {
        const [pid, data = ""] = line.split("\t");
        return existsSync(data) ? [{ pid: Number(pid), data }] : [];
      });
    for (const { pid } of products) if (isAlive(pid)) process.kill(pid, "SIGINT");
    const until = Date.now() + PATIENCE_MS;
    for (const { pid, data } of products)
      while (Date.now() < until && (isAlive(pid) || existsSync(join(data, "accounts/postmaster.pid"))))
        await pause(100);
  };
}
