import { knownAtLabel } from "../formula/index.ts";
import { builtInPresets, builtInTemplates } from "../request/index.ts";
import type { Preset, Template } from "../request/index.ts";
import type { Call, ExitStatus } from "./command.ts";

/** `presets`: the library of formulas and the templates. */
export async function presets(call: Call): Promise<ExitStatus> {
  const [formulas, templates] = [builtInPresets(), builtInTemplates()];
  const json = { presets: formulas.map(shown), templates: templates.map(shownTemplate) };
  call.out(call.options["json"] === true ? `${JSON.stringify(json, null, 2)}\n` : text(formulas, templates));
  return 0;
}

const known = ({ knownAt }: Preset | Template): string | null => knownAt && knownAtLabel(knownAt);

const shown = (preset: Preset): object => ({
  tag: preset.tag,
  display: preset.display,
  description: preset.description,
  formula: preset.formula,
  group: preset.group,
  use: preset.use,
  known_at: known(preset),
});

const shownTemplate = (template: Template): object => ({
  tag: template.tag,
  name: template.name,
  description: template.description,
  known_at: known(template),
  own: template.own,
  request: template.source,
});

/** Here is no account, and so nothing of one's own. */
const needs = (one: Preset | Template): string => ("own" in one && one.own.length > 0 ? " In the browser only." : "");

function text(formulas: readonly Preset[], templates: readonly Template[]): string {
  const width = Math.max(...[...formulas, ...templates].map(({ tag }) => tag.length));
  const lines = (entries: readonly (Preset | Template)[]): readonly string[] =>
    entries.map(
      (one) => `  ${one.tag.padEnd(width)}  ${(known(one) ?? "").padEnd(18)}  ${one.description}${needs(one)}`,
    );
  const groups = Map.groupBy(formulas, ({ group }) => group);
  return [
    ...[...groups].flatMap(([group, entries]) => [group, ...lines(entries), ""]),
    "Templates",
    ...lines(templates),
    "",
  ].join("\n");
}
