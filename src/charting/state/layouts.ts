import { snapshot } from "valtio";
import type { ChartLayoutItem } from "../../contract/index.ts";
import { begin, keepContent } from "./begin.ts";
import { call, messageOf } from "./calls.ts";
import { content, goTo, interaction } from "./chart.ts";
import { forgetSteps } from "./drawing-history.ts";

/** Saves what is shown: in place of the open chart, or under a new name. Gives what went wrong. */
export async function saveLayout(name: string, asNew: boolean): Promise<string | null> {
  const body = { name, content: snapshot(content) };
  const { layout } = interaction;
  const answer =
    layout !== null && !asNew
      ? await call("changeChartLayout", { params: { id: layout.id }, body })
      : await call("saveChartLayout", { body });
  if (!answer.ok) return messageOf(answer.error);
  interaction.layout = { id: answer.value.id, name: answer.value.name, saved: answer.value.updated_at };
  interaction.message = `Saved as ${answer.value.name}.`;
  goTo({ id: answer.value.id });
  keepContent();
  return null;
}

/** The saved charts, or what went wrong. */
export async function listLayouts(): Promise<ChartLayoutItem[] | string> {
  const answer = await call("chartLayouts");
  return answer.ok ? answer.value.items : messageOf(answer.error);
}

export async function openLayout(id: string): Promise<void> {
  goTo({ id, symbol: null, date: null }, true);
  forgetSteps();
  await begin(true);
}

export async function deleteLayout(id: string): Promise<string | null> {
  const answer = await call("deleteChartLayout", { params: { id } });
  if (!answer.ok) return messageOf(answer.error);
  if (interaction.layout?.id === id) {
    interaction.layout = null;
    goTo({ id: null });
  }
  return null;
}
