import { barsOf, printed, readVectorFile, type Printed, type Vector } from "./vector.ts";

/** Where a reference stands: a collection, a file, and in Tulip's files a block such as `adx 14`. */
export interface Place {
  readonly collection: "skender" | "tulip" | "bukosabino-ta" | "lean" | "ta4j";
  readonly file: string;
  readonly block?: string;
}

export function readVector({ collection, file, block }: Place): Vector {
  switch (collection) {
    case "skender":
      return readSkender(file);
    case "tulip":
      return readTulip(file, block ?? "");
    case "bukosabino-ta":
    case "lean":
    case "ta4j":
      return readTable(`${collection}/${file}`);
  }
  return collection satisfies never;
}

/** A CSV with a header in which the bars' fields and the results are columns, oldest bar first. */
function readTable(path: string): Vector {
  const [header = [], ...rows] = readVectorFile(path)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(","));
  const columns = new Map<string, readonly (Printed | null)[]>();
  header.forEach((name, place) => {
    // Of two columns of one name the first counts.
    if (!columns.has(name.trim()))
      columns.set(
        name.trim(),
        rows.map((row) => printed(row[place])),
      );
  });
  const lower = new Map([...columns].map(([name, values]) => [name.toLowerCase(), values]));
  return { bars: barsOf(rows.length, (field) => lower.get(field)?.map((value) => value?.value ?? null)), columns };
}

/** Results as a JSON list of rows over the bars of `quotes/default.csv`; numbers in full. */
function readSkender(file: string): Vector {
  const { bars } = readTable("skender/quotes/default.csv");
  const rows: unknown = JSON.parse(readVectorFile(`skender/results/${file}`));
  if (!Array.isArray(rows)) throw new Error(`${file} is not a list`);
  const records = rows.map((row: unknown) => (typeof row === "object" && row !== null ? Object.entries(row) : []));
  const columns = new Map<string, (Printed | null)[]>();
  records.forEach((entries, i) => {
    for (const [name, value] of entries) {
      const column = columns.get(name) ?? Array.from({ length: records.length }, () => null);
      column[i] = typeof value === "number" ? { value, half: 0 } : null;
      columns.set(name, column);
    }
  });
  return { bars, columns };
}

interface Signature {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Values that an output has beyond the last bar. */
  readonly beyond?: number;
}

/** Blocks whose signature Tulip does not give: rows in, rows out, as they stand. */
const UNSIGNED: Readonly<Record<string, Signature>> = {
  abands: { inputs: ["high", "low", "close"], outputs: ["abands_lower", "abands_upper", "abands_middle"] },
  cmf: { inputs: ["high", "low", "close", "volume"], outputs: ["cmf"] },
  alma: { inputs: ["real"], outputs: ["alma"] },
  ce: { inputs: ["high", "low", "close"], outputs: ["ce_high", "ce_low"], beyond: 1 },
  ikhts: { inputs: ["high", "low"], outputs: ["ikhts"] },
};

/** Blocks of an indicator with its options, a row for each input and a row for each output; outputs end with the last bar. */
function readTulip(file: string, block: string): Vector {
  const signatures = new Map(
    readVectorFile("tulip/signatures.tsv")
      .split("\n")
      .map((line) => line.split("\t"))
      .map(([name = "", , inputs = "", , outputs = ""]) => [
        name,
        { inputs: inputs.split(","), outputs: outputs.split(",") },
      ]),
  );
  const name = block.split(" ")[0] ?? "";
  const signature: Signature | undefined = UNSIGNED[name] ?? signatures.get(name);
  const lines = readVectorFile(`tulip/${file}`).split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === block);
  if (!signature || start < 0) throw new Error(`no ${block} in ${file}`);
  const rows: (Printed | null)[][] = [];
  for (const line of lines.slice(start + 1)) {
    if (line.startsWith("{")) rows.push(line.replace(/[{};]/g, "").split(",").map(printed));
    else if (line.trim() !== "" && !line.startsWith("#")) break;
  }
  const { inputs, outputs } = signature;
  const length = rows[0]?.length ?? 0;
  const bars = barsOf(length, (field) => {
    // A lone series is the close. Where ADX is given without closes any would do: its ranges cancel.
    const place = inputs.indexOf(field);
    const fallback = field === "close" ? Math.max(inputs.indexOf("real"), inputs.indexOf("low")) : -1;
    return rows[place < 0 ? fallback : place]?.map((value) => value?.value ?? null);
  });
  const columns = new Map(
    outputs.map((name, i) => {
      const row = (rows[inputs.length + i] ?? []).slice(0, -(signature.beyond ?? 0) || undefined);
      return [name, [...Array.from({ length: length - row.length }, () => null), ...row]];
    }),
  );
  return { bars, columns };
}
