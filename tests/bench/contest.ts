import { settle, type Bench } from "./bench.ts";
import { differences, digestOf, type AnswerTable, type Digest } from "./digest.ts";

/** Somebody who answers the question: our scan, or hand-written SQL. */
export interface Contender {
  readonly name: string;
  /** Leaves the answer in a table and drops what an earlier run left. */
  run(): Promise<AnswerTable>;
}

export interface Cost {
  /** CPU seconds of the engine and of this process together. */
  readonly cpu: number;
  /** Seconds on the clock. */
  readonly seconds: number;
  /** Peak memory of the engine in MB, null where it was not asked for. */
  readonly peak: number | null;
}

export interface Result {
  readonly contender: string;
  readonly cost: Cost;
  readonly rows: number;
}

/** A sample shorter than this is made of several runs: the kernel counts in hundredths of a second. */
const SAMPLE_SECONDS = 0.4;

/**
 * Lets everyone answer once and compares the answers with the first one's (rows, sums, null counts), then measures them
 * in turns (A B A B …), so that a noisy machine is noisy for all of them. Medians, in the order given.
 */
export async function contest(
  bench: Bench,
  contenders: readonly Contender[],
  options: {
    /** A fresh engine for every run, so that a peak is its own. */
    readonly memory?: boolean;
    readonly runs?: number;
    /** Done before each measured run of a contender. */
    readonly before?: (contender: number) => Promise<void>;
  } = {},
): Promise<Result[]> {
  const repeats: number[] = [];
  const digests: Digest[] = [];
  for (const contender of contenders) {
    let table: AnswerTable = "";
    const { cpu } = await costOf(bench, async () => void (table = await contender.run()));
    repeats.push(Math.max(1, Math.ceil(SAMPLE_SECONDS / Math.max(cpu, 0.01))));
    digests.push(await digestOf(bench.market, table));
    bench.log(`  ${contender.name}: ${digests.at(-1)?.rows} rows, first run ${cpu.toFixed(2)} s of CPU`);
  }
  const [first] = digests;
  for (const [index, digest] of digests.entries()) {
    const wrong = first ? differences(first, digest) : [];
    if (wrong.length > 0)
      throw new Error(`${contenders[0]?.name} and ${contenders[index]?.name} do not agree: ${wrong.join("; ")}`);
  }
  const samples: Cost[][] = contenders.map(() => []);
  for (let run = 0; run < (options.runs ?? bench.options.runs); run += 1) {
    for (const [index, contender] of contenders.entries()) {
      if (options.memory) await bench.restart();
      await options.before?.(index);
      const times = options.memory ? 1 : (repeats[index] ?? 1);
      const cost = await costOf(bench, async () => {
        for (let time = 0; time < times; time += 1) await contender.run();
      });
      samples[index]?.push({ ...cost, cpu: cost.cpu / times, seconds: cost.seconds / times });
    }
  }
  return contenders.map(({ name }, index) => {
    const all = samples[index] ?? [];
    const peaks = all.flatMap(({ peak }) => (peak === null ? [] : [peak]));
    return {
      contender: name,
      rows: digests[index]?.rows ?? 0,
      cost: {
        cpu: median(all.map(({ cpu }) => cpu)),
        seconds: median(all.map(({ seconds }) => seconds)),
        peak: peaks.length > 0 ? Math.max(...peaks) : null,
      },
    };
  });
}

/** What a piece of work costs the engine and this process. */
export async function costOf(bench: Bench, work: () => Promise<void>): Promise<Cost> {
  await settle(bench);
  const forgot = await bench.engine.forgetPeak();
  const engine = await bench.engine.cpu();
  const node = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(node);
  return {
    cpu: (await bench.engine.cpu()) - engine + (user + system) / 1e6,
    seconds,
    peak: forgot ? await bench.engine.peak() : null,
  };
}

/** The middle one; of an even number the lower of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
