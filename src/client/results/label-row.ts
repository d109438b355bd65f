import type { AnswerOf } from "../../contract/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { queryClient } from "../state/queries/query-client.ts";
import { showToast } from "../state/slices/toast.ts";

interface LabelledDay {
  readonly security: number;
  readonly date: string;
  readonly label: number | null;
}

type Charts = AnswerOf<"rowCharts">;
type Rows = AnswerOf<"rows">;

/** The same day of the same security in every answer that is held. */
function relabel({ security, date, label }: LabelledDay): void {
  queryClient.setQueriesData<Charts>({ queryKey: ["rowCharts"] }, (answer) => {
    const isIt = (chart: Charts["charts"][number]): boolean => chart.security === security && chart.date === date;
    if (answer?.charts.some(isIt) !== true) return answer;
    return { ...answer, charts: answer.charts.map((chart) => (isIt(chart) ? { ...chart, label } : chart)) };
  });
  queryClient.setQueriesData<Rows>({ queryKey: ["rows"] }, (answer) => {
    const isIt = (row: readonly unknown[], index: number): boolean =>
      answer?.securities?.[index] === security && row[1] === date;
    if (answer?.rows.some(isIt) !== true) return answer;
    // A label is the last value of its row.
    const rows = answer.rows.map((row, index) => (isIt(row, index) ? [...row.slice(0, -1), label] : row));
    return { ...answer, rows, labelled: answer.labelled === true || label !== null };
  });
}

/** What an order or a condition may have to do with labels: its rows may be others now. */
const mayFollow = ({ queryKey: [of, , , ...query] }: { readonly queryKey: readonly unknown[] }): boolean =>
  of === "statistics" ||
  of === "groups" ||
  ((of === "rows" || of === "rowCharts") && typeof query[0] === "string" && /"(?:sort|where)"/.test(query[0]));

/** Gives a row's day a label, or takes it off; it is on screen at once, and gone again where it could not be stored. */
export async function labelRow(day: LabelledDay, label: number | null): Promise<void> {
  if (label === day.label) return;
  const { security, date } = day;
  relabel({ security, date, label });
  const answer = await call("labelDay", { body: { security, date, label } });
  if (answer.ok) return void queryClient.invalidateQueries({ predicate: mayFollow });
  relabel(day);
  showToast(messageOf(answer.error), "error");
}
