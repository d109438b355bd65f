import { INDICATORS, TIMINGS } from "../../vocabulary/index.ts";
import type { Indicator } from "../../vocabulary/index.ts";
import { keepContent } from "./begin.ts";
import { content } from "./chart.ts";
import { loadStudies } from "./load.ts";

const fits = ({ name, code, title, group, aliases = [] }: Indicator, query: string): boolean =>
  [name, code, title, group, ...aliases].some((text) => text.toLowerCase().includes(query.trim().toLowerCase()));

/** Those that fit, the ones whose own name was typed first. */
export function matches(query: string): readonly Indicator[] {
  const typed = query.trim().toLowerCase();
  const rank = ({ name, code }: Indicator): number =>
    [name, code.toLowerCase()].includes(typed) ? 0 : name.startsWith(typed) ? 1 : 2;
  return INDICATORS.filter((entry) => fits(entry, query)).toSorted((a, b) => (typed === "" ? 0 : rank(a) - rank(b)));
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Computes anew a moment after the last change, as a formula is checked. */
function reloadSoon(delay: number): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    keepContent();
    void loadStudies();
  }, delay);
}

/** Puts an indicator on the chart with the catalogue's parameters. */
export function addStudy(name: string): void {
  const entry = INDICATORS.find((each) => each.name === name);
  if (entry === undefined) return;
  const parameters = entry.parameters.map((parameter) => parameter.default);
  content.indicators.push({ id: crypto.randomUUID(), name: entry.name, parameters, source: null });
  reloadSoon(0);
}

export function removeStudy(id: string): void {
  content.indicators = content.indicators.filter((each) => each.id !== id);
  reloadSoon(0);
}

/** A parameter as it is typed; what is no number yet changes nothing. */
export function changeParameter(id: string, index: number, value: number): void {
  const study = content.indicators.find((each) => each.id === id);
  if (study === undefined || !Number.isFinite(value)) return;
  study.parameters[index] = value;
  reloadSoon(TIMINGS.formulaCheck);
}
