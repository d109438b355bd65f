import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Created } from "../../src/contract/index.ts";
import { makeDemo } from "../../src/market/index.ts";
import { readRequest } from "../../src/request/index.ts";
import { dropRun, readRows, runScan } from "../../src/scan/index.ts";
import { rounds } from "../cases.ts";
import { startProgram } from "./own-program.ts";
import type { OwnProgram } from "./own-program.ts";
import { sharedAddresses } from "./shared-addresses.ts";
import { makeAccount, request, signedIn } from "./test-server.ts";
import { CALL_MS, until } from "./until.ts";

/** Each is a preview and a scan of every person. */
const ROUNDS = Number(process.env["ROUNDS"] ?? rounds(0, 10));
const PEOPLE = 6;
const PAGE_ROWS = 100;

/** Different days and prices, so that rows of another request would be seen. */
const requestOf = (number: number): object =>
  request({
    Date_Range: { start_date: `2025-12-${String(1 + (number % 9)).padStart(2, "0")}`, end_date: "2025-12-31" },
    filters: { Custom: [{ tag: "dear", formula: `[daily close] > ${5 + 3 * (number % 7)}` }] },
  });

interface Counts {
  calls: number;
  previews: number;
  scans: number;
  /** Calls whose answer is another than was expected. */
  readonly wrong: string[];
  notFound: number;
}

test.skipIf(ROUNDS === 0)(
  `two servers and two workers, called in turn: nothing is wrong, lost, doubled or not found (${ROUNDS} rounds of ${PEOPLE} people, in the soak)`,
  async () => {
    const shared = await sharedAddresses();
    const children: ChildProcess[] = [];
    const programs: OwnProgram[] = [];
    const counts: Counts = { calls: 0, previews: 0, scans: 0, wrong: [], notFound: 0 };
    try {
      await makeDemo(shared.market, { symbols: 150, years: 1, minuteDays: 2 });
      const env = {
        ...shared.env,
        SECRETS_KEYS: randomBytes(32).toString("base64"),
        METRICS_PORT: "0",
        RATE_LIMITS: "default=100000/60",
      };
      const start = async (role: "serve" | "work", name: string): Promise<OwnProgram> => {
        const program = await startProgram(role, join(shared.folder, name), env, (child) => children.push(child));
        programs.push(program);
        return program;
      };
      const servers = [await start("serve", "a"), await start("serve", "b")].map(
        (program) => program.said("Scanbook") ?? "",
      );
      for (const name of ["c", "d"]) await start("work", name);

      /** The first rows of a request, straight from the market. */
      const expected = new Map<number, Promise<{ readonly rows: readonly unknown[]; readonly total: number }>>();
      const rowsOf = (number: number) => {
        const known = expected.get(number) ?? compute(number);
        expected.set(number, known);
        return known;
      };
      const compute = async (number: number) => {
        const { request: read } = readRequest(requestOf(number));
        if (read === null) throw new Error("the request is valid");
        const finished = await runScan(shared.market, read, { run: `expected_${number}` });
        const rows = await readRows(shared.market, finished, { offset: 0, limit: PAGE_ROWS });
        await dropRun(shared.market, `expected_${number}`);
        return { rows, total: finished.rows };
      };

      const person = async (who: number): Promise<readonly string[]> => {
        const { authorization = "" } = await signedIn(shared.db, await makeAccount(shared.db));
        let turn = who;
        const call = async (path: string, body?: object) => {
          counts.calls += 1;
          const answer = await fetch(`${servers[turn++ % 2]}/v1/data-requests${path}`, {
            headers: { authorization, "content-type": "application/json" },
            ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
          });
          if (answer.status === 404) counts.notFound += 1;
          const said = await answer.text();
          if (!answer.ok) counts.wrong.push(`${path} ${answer.status} ${said.slice(0, 200)}`);
          return answer.ok ? JSON.parse(said) : {};
        };
        const made: string[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          for (const kind of ["preview", "scan"] as const) {
            const number = who * 100 + round * 2 + (kind === "scan" ? 1 : 0);
            const path = kind === "preview" ? `/preview?page=p${who}` : "";
            const { id } = Created.parse(await call(path, requestOf(number)));
            const { status, error } = await until(
              () => call(`/${id}/status`),
              (now) => now.status !== "Pending" && now.status !== "Running",
              CALL_MS,
            );
            if (status !== "Finished") counts.wrong.push(`${id} ${status} ${JSON.stringify(error)}`);
            const wanted = await rowsOf(number);
            // At one server, then at the other.
            for (const _ of servers) {
              const { rows, total } = await call(`/${id}/rows?offset=0&limit=${PAGE_ROWS}`);
              if (kind === "scan" && total !== wanted.total)
                counts.wrong.push(`${id}: ${total} rows of ${wanted.total}`);
              if (JSON.stringify(rows) !== JSON.stringify(wanted.rows)) counts.wrong.push(`${id}: other rows`);
            }
            if (kind === "scan") made.push(id);
            counts[kind === "scan" ? "scans" : "previews"] += 1;
          }
        return made;
      };
      const requests = (await Promise.all(Array.from({ length: PEOPLE }, (_, who) => person(who)))).flat();
      expect(counts.wrong).toEqual([]);
      expect([counts.scans, requests.length]).toEqual([PEOPLE * ROUNDS, PEOPLE * ROUNDS]);
      const runs = await shared.db
        .selectFrom("run")
        .select(["id", "status", "attempt", "data_request_id"])
        .where("data_request_id", "in", requests)
        .execute();
      // Each request ran once, and has one result.
      expect(runs.map(({ data_request_id }) => data_request_id).toSorted()).toEqual(requests.toSorted());
      expect(runs.filter(({ status, attempt }) => status !== "Finished" || attempt !== 1)).toEqual([]);
      const results = await shared.market.query<{ name: string }>(
        "SELECT name FROM system.tables WHERE startsWith(name, 'result_') AND NOT startsWith(name, 'result_p')",
      );
      expect(results.length).toBe(requests.length);
      expect(await shared.market.query("SELECT name FROM system.databases WHERE startsWith(name, 'run_')")).toEqual([]);
      for (const child of children) child.kill("SIGTERM");
      expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    } finally {
      console.log(JSON.stringify({ ...counts, wrong: counts.wrong.length }));
      for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
      await shared.end();
    }
  },
  1_800_000,
);
