import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Created, StatusAnswer } from "../../src/contract/index.ts";
import { ANSWERS_COMMENT } from "../../src/market/index.ts";
import { readAddress } from "../../src/market/engine/address.ts";
import { dropRun, runScan } from "../../src/scan/index.ts";
import { readConfig } from "../../src/server/index.ts";
import { PREVIEWS_PER_PAGE } from "../../src/server/runs/kept-previews.ts";
import { cases, IN_SOAK, timeLimit } from "../cases.ts";
import { Random } from "../naive/random.ts";
import { edit, FILTERS, RANGES, requestOf, sentOf, type Text } from "../scan/random-edits.ts";
import { somebody } from "./people.ts";
import { previewOver, startTestServer } from "./test-server.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));

/** Of answers to clauses: so little that the edits of this test fill it, which is looked at below. */
const MAX_ANSWER_BYTES = 250_000;
/** What previews add at most before room is made again. */
const MAX_PREVIEW_BYTES = 100_000;
const PEOPLE = 40;
/** Looks at what is held, while they edit. */
const LOOKS = 20;
/** An edit each ten seconds of each of forty is an hour with 14,400, as many as the whole soak makes. */
const EDITS = Number(process.env["EDITS"] ?? cases(720));

let server: TestServer;
beforeAll(async () => {
  if (!IN_SOAK) return;
  console.info(`SEED=${SEED}`);
  server = await startTestServer({ own: "market", config: { ...readConfig({}), answerBytes: MAX_ANSWER_BYTES } });
});
afterAll(async () => {
  if (IN_SOAK) await server.end();
});

const count = async (sql: string): Promise<number> => Number((await server.market.query<{ n: number }>(sql))[0]?.n);
const answerBytes = (): Promise<number> =>
  count(
    `SELECT toFloat64(sum(total_bytes)) AS n FROM system.tables WHERE database = '${server.market.database}' AND comment = '${ANSWERS_COMMENT}'`,
  );
const previewTables = (): Promise<number> =>
  count(
    `SELECT toFloat64(count()) AS n FROM system.tables WHERE database = '${server.market.database}' AND startsWith(name, 'result_p')`,
  );

/** What a process holds in memory, in MB. */
async function residentMb(process: number | "self"): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

// `previews.test.ts` finds an account's page that keeps too many, and answers that pass their bound.
test.runIf(IN_SOAK)(
  `law: while ${PEOPLE} people edit, what is kept for them stays bounded`,
  { timeout: timeLimit(300_000) },
  async () => {
    const random = new Random(SEED);
    const { db } = server;
    const engine = (await readAddress(server.data))?.pid ?? "self";
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async () => ({
        ...(await somebody(server)),
        text: { days: RANGES[0], filters: [{ formula: FILTERS[0], off: false }], columns: ["Close"] } as Text,
        preview: "",
      })),
    );
    /** The text after an edit, with numbers of its own now and then, as people try thresholds. */
    const edited = (text: Text): Text => {
      const next = edit(random, text).text;
      const price = random.whole(1, 400) / 4;
      const filters = [...next.filters.slice(-5), { formula: `[daily close] > ${price}`, off: false }];
      return random.chance(0.3) ? { ...next, filters } : { ...next, filters: next.filters.slice(-6) };
    };
    /** Looks once nothing runs: memory in MB of this process and of the engine. */
    const look = async (): Promise<{ readonly here: number; readonly there: number }> => {
      for (const { preview } of people) if (preview !== "") await previewOver(db, preview);
      await until(previewTables, (tables) => tables <= PEOPLE * PREVIEWS_PER_PAGE);
      const kept = await db.selectFrom("preview").select("id").execute();
      expect(kept.length, `SEED=${SEED}`).toBeLessThanOrEqual(PEOPLE * PREVIEWS_PER_PAGE);
      return { here: await residentMb("self"), there: await residentMb(engine) };
    };
    /** Most bytes of answers at any edit. Room is made after each preview, so the bound is passed by what the last ones added. */
    let fullest = 0;
    const seen: { readonly here: number; readonly there: number }[] = [];
    for (let step = 0; step < EDITS; step += 1) {
      const person = random.of(people);
      person.text = edited(person.text);
      const sent = await person.send("POST", "/v1/data-requests/preview?page=one", sentOf(person.text));
      expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
      person.preview = Created.parse(sent.body).id;
      // Most look at the figures before they go on, some type on.
      if (random.chance(0.8)) await previewOver(db, person.preview);
      fullest = Math.max(fullest, await answerBytes());
      if (step % Math.ceil(EDITS / LOOKS) === 0) {
        seen.push(await look());
        console.info(`edit ${step}:`, JSON.stringify({ ...seen.at(-1), fullest }));
      }
    }
    seen.push(await look());
    // The bound was reached, and answers were dropped for it.
    const dropped = /^scanbook_answers_dropped_total (\d+)/m.exec(await server.metrics.text())?.[1];
    expect(Number(dropped), `SEED=${SEED}`).toBeGreaterThan(0);
    expect(fullest, `SEED=${SEED}`).toBeLessThan(MAX_ANSWER_BYTES + MAX_PREVIEW_BYTES);
    // Caches fill at first; the second half of a long run adds next to nothing.
    if (EDITS >= 2_000) {
      const [half, last] = [seen[LOOKS / 2], seen.at(-1)];
      if (half === undefined || last === undefined) throw new Error("it was looked at");
      expect(last.here - half.here).toBeLessThan(150);
      expect(last.there - half.there).toBeLessThan(300);
    }
    // Whoever edited last sees what a scan without anything kept finds.
    for (const person of people.slice(0, 5)) {
      const { text, preview } = person;
      if (preview === "") continue;
      const status = StatusAnswer.parse((await person.send("GET", `/v1/data-requests/${preview}/status`)).body);
      const fresh = await runScan(server.market, requestOf(text), { run: "fresh" });
      await dropRun(server.market, "fresh");
      expect([status.status, status.rows]).toEqual(["Finished", fresh.rows]);
    }
  },
);
