/** A ratio that was measured, and what is asked of it. */
export interface Figure {
  readonly question: string;
  readonly ours: number;
  readonly against: string;
  readonly theirs: number;
  readonly unit: "s CPU" | "ms CPU" | "MB" | "ms";
  /** Of ours to theirs at most, or of theirs to ours at least; null where nothing is asked. */
  readonly bound: { readonly atMost: number } | { readonly timesLess: number } | null;
  readonly note?: string;
}

/** A figure by itself: a bound on what we use, or a time to be known. */
export interface Plain {
  readonly question: string;
  readonly value: number;
  readonly unit: "s" | "ms" | "ms CPU" | "MB" | "answers" | "times" | "a minute";
  readonly atMost: number | null;
  readonly note?: string;
}

export interface Findings {
  readonly figures: readonly Figure[];
  readonly plain: readonly Plain[];
}

export function holds(figure: Figure): boolean {
  if (figure.bound === null) return true;
  return "atMost" in figure.bound
    ? figure.ours <= figure.bound.atMost * figure.theirs
    : figure.theirs >= figure.bound.timesLess * figure.ours;
}

export function plainHolds({ value, atMost }: Plain): boolean {
  return atMost === null || value <= atMost;
}

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

function boundText(figure: Figure): string {
  if (figure.bound === null) return "";
  return "atMost" in figure.bound ? `at most ${figure.bound.atMost}` : `${figure.bound.timesLess} times less`;
}

function ratioText(figure: Figure): string {
  return figure.bound !== null && "timesLess" in figure.bound
    ? `${number(figure.theirs / figure.ours)} times less`
    : number(figure.ours / figure.theirs);
}

/** The findings as two tables of text. */
export function table({ figures, plain }: Findings): string {
  const ratios = figures.map((figure) => [
    figure.question,
    `${number(figure.ours)} ${figure.unit}`,
    figure.against,
    `${number(figure.theirs)} ${figure.unit}`,
    ratioText(figure),
    boundText(figure),
    figure.bound === null ? "" : holds(figure) ? "holds" : "DOES NOT HOLD",
    figure.note ?? "",
  ]);
  const values = plain.map((each) => [
    each.question,
    `${number(each.value)} ${each.unit}`,
    each.atMost === null ? "" : `at most ${each.atMost} ${each.unit}`,
    each.atMost === null ? "" : plainHolds(each) ? "holds" : "DOES NOT HOLD",
    each.note ?? "",
  ]);
  return [
    ...(ratios.length > 0
      ? [columns([["question", "ours", "against", "theirs", "ratio", "asked", "", ""], ...ratios])]
      : []),
    ...(values.length > 0 ? [columns([["figure", "value", "asked", "", ""], ...values])] : []),
  ].join("\n\n");
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
