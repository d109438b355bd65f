/** A sample of the text format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** A metric with its samples. */
export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

const NAME = /^[a-zA-Z_:][\w:]*/;
const LABEL = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\n"])*)"(,|$)/;
const VALUE = /^(?:[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|Inf)|NaN)$/i;
/** What a sample of a histogram or summary adds to the name of its metric. */
const PART = /_(?:bucket|sum|count)$/;

function labelsOf(text: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (let rest = text; rest !== "";) {
    const [whole, name = "", value = ""] = LABEL.exec(rest) ?? [];
    if (whole === undefined || labels.has(name)) throw new Error(`no labels: ${text}`);
    labels.set(
      name,
      value.replaceAll(/\\(.)/g, (_, sign: string) => (sign === "n" ? "\n" : sign)),
    );
    rest = rest.slice(whole.length);
  }
  return labels;
}

/** Reads the text format (prometheus.io, Exposition formats 0.0.4), as strictly as a server does; throws naming the line. */
export function readMetrics(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  const helps = new Map<string, string>();
  const seen = new Set<string>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, kind, named = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (kind === "HELP") helps.set(named, rest);
    else if (kind === "TYPE") {
      if (families.has(named)) throw new Error(`twice: ${line}`);
      if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`no type: ${line}`);
      families.set(named, { type: rest, help: helps.get(named) ?? "", samples: [] });
    } else if (!line.startsWith("#")) {
      const [name] = NAME.exec(line) ?? [];
      const [, labels = "", value = ""] = /^(?:\{(.*)\})? (\S+)$/.exec(line.slice(name?.length)) ?? [];
      const family = families.get(name ?? "") ?? families.get((name ?? "").replace(PART, ""));
      if (name === undefined || family === undefined || !VALUE.test(value)) throw new Error(`no sample: ${line}`);
      if (seen.has(`${name}{${labels}}`)) throw new Error(`twice: ${line}`);
      seen.add(`${name}{${labels}}`);
      family.samples.push({ name, labels: labelsOf(labels), value: Number(value.replace("Inf", "Infinity")) });
    }
  }
  return families;
}
