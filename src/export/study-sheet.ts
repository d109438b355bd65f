import type {
  FinishedRun,
  NamedGroup,
  StudyColumn,
  StudyGrid,
  StudyGroup,
  StudyPath,
  WholeStudy,
} from "../vocabulary/index.ts";
import { letter, rowXml } from "./cells.ts";
import type { Cell } from "./cells.ts";
import type { Chart } from "./charts.ts";
import { SHEET_NAMESPACES, XML } from "./package-parts.ts";
import type { DefinedName } from "./package-parts.ts";
import { breaksXml, pageStarts } from "./page-breaks.ts";
import { FIT_TO_PAGE, pageXml } from "./page.ts";
import { baseRows, filterRows } from "./study-base.ts";
import { crossingRows } from "./study-crossing.ts";
import { ANY_NUMBER, dividedColumn, partCondition, thresholdName } from "./study-parts.ts";
import type { ColumnStyle, StyleName } from "./styles.ts";

export const STUDY_SHEET = "Study";

/** Columns that are cut into parts, those that separate most. */
const COLUMNS = 6;
const PARTS = 5;
/** Months beyond which a chart of them cannot be read. */
const MAX_BARS = 60;
/** Characters of the first column. */
const LABELS = 30;
/** Format of sessions before and after a day. */
const SESSIONS = "+0;-0;0";
const CHART = { column: 7, wide: 8, high: 15 } as const;
/** Height of a row that has none of its own, in points. */
const ROW = 15;

interface Studied extends WholeStudy {
  readonly run: FinishedRun;
  readonly requestName: string;
  /** Headers of the sheet of rows. */
  readonly names: readonly string[];
  readonly styles: readonly ColumnStyle[];
  /** Whether the figures are formulas over the rows. */
  readonly live: boolean;
}

export interface StudySheet {
  readonly xml: string;
  readonly charts: readonly Chart[];
  /** The cells of thresholds, which the reader may change. */
  readonly definedNames: readonly DefinedName[];
}

/** The sheet *Study*: what the rows were worth, as formulas over them, by time and by parts of the other columns. */
export function studySheet({
  run,
  study,
  base,
  path,
  crossing,
  requestName,
  names,
  styles,
  live,
}: Studied): StudySheet {
  const { figures, outcome } = study;
  const lastRow = Math.max(run.rows, 1) + 1;
  const rangeOf = (place: number): string => `Results!$${letter(place)}$2:$${letter(place)}$${lastRow}`;
  const [y, dates] = [rangeOf(outcome), rangeOf(1)];
  const own = styles[outcome]?.cell ?? 0;
  const rows: { readonly cells: readonly Cell[]; readonly height?: number }[] = [];
  const charts: Chart[] = [];
  let formatting = "";
  const definedNames: DefinedName[] = [];

  const figure = (formula: string, cached: number | null, style: StyleName | number): Cell => ({
    style,
    of: live ? { formula: `IFERROR(${formula},"")`, cached } : cached,
  });
  const head = (texts: readonly string[]): number =>
    rows.push({ cells: texts.map((of): Cell => ({ style: "header", of })) });
  const sections: number[] = [];
  const section = (title: string): void => {
    // Beside a chart stands its own section alone.
    const end = charts.at(-1)?.at.toRow ?? -1;
    while (rows.length <= end) rows.push({ cells: [] });
    sections.push(rows.length);
    rows.push({ cells: [{ style: "section", of: title }], height: 30 });
  };
  const chartAt = (row: number): Chart["at"] => ({
    column: CHART.column,
    row,
    toColumn: CHART.column + CHART.wide,
    toRow: row + CHART.high,
  });
  const means = (title: string, first: number, groups: readonly (StudyGroup & { readonly label: string })[]): void => {
    const last = first + groups.length - 1;
    const row = rows.length - groups.length - 2;
    charts.push({
      kind: "bars",
      title,
      alt: `Columns: ${title}: ${groups.map(({ label, mean }) => `${label} ${mean?.toFixed(2) ?? "none"}`).join(", ")}.`,
      categories: { range: `${STUDY_SHEET}!$A$${first}:$A$${last}`, texts: groups.map(({ label }) => label) },
      series: [
        {
          name: title,
          range: `${STUDY_SHEET}!$E$${first}:$E$${last}`,
          numbers: groups.map(({ mean }) => mean),
          color: "B45309",
        },
      ],
      format: "General",
      at: chartAt(row),
    });
  };
  /** Rows of a part, their mean and win rate, by conditions on ranges. */
  const partCells = (conditions: string, { rows: count, mean, winRate }: StudyGroup): readonly Cell[] => [
    figure(`COUNTIFS(${conditions},${y},${ANY_NUMBER})`, count, "whole"),
    figure(`AVERAGEIFS(${y},${conditions})`, mean, own),
    figure(`COUNTIFS(${conditions},${y},">0")/COUNTIFS(${conditions},${y},${ANY_NUMBER})`, winRate, "share"),
  ];

  rows.push({ cells: [{ style: "title", of: `Study of ${requestName}` }], height: 24 });
  rows.push({ cells: ["Outcome", names[outcome] ?? ""] });
  rows.push({
    cells: [
      "Figures",
      live
        ? "Formulas over the sheet Results; thresholds of parts may be changed"
        : "Worked out by the engine over all rows",
    ],
  });
  const meanRow = figureRows();
  if (base !== null && base.steps.length > 0) {
    section("What each filter adds");
    rows.push(...filterRows(base, own).map((cells) => ({ cells })));
  }
  timeRows();
  pathRows(path);
  for (const [index, column] of study.columns
    .filter(({ place }) => run.columns[place]?.type === "number")
    .slice(0, COLUMNS)
    .entries())
    columnRows(column, index);
  if (crossing !== null) crossedRows(crossing);

  /** The number of the row with the mean. */
  function figureRows(): number {
    section("Figures");
    const atMean = rows.length + 2;
    const n = `COUNT(${y})`;
    const k = `ROUNDUP(${n}/100,0)`;
    const best = `LARGE(${y},${k})`;
    const top = `SUMIF(${y},">"&${best})+(${k}-COUNTIF(${y},">"&${best}))*${best}`;
    const lines: readonly (readonly [string, string, number | null, StyleName | number])[] = [
      ["Rows", n, figures.rows, "whole"],
      ["Mean", `AVERAGE(${y})`, figures.mean, own],
      ["Median", `MEDIAN(${y})`, figures.median, own],
      ["Win rate", `COUNTIF(${y},">0")/${n}`, figures.winRate, "share"],
      ["Average win", `AVERAGEIF(${y},">0")`, figures.averageWin, own],
      ["Average loss", `AVERAGEIF(${y},"<0")`, figures.averageLoss, own],
      ["Expectancy, in average losses", `AVERAGE(${y})/-AVERAGEIF(${y},"<0")`, figures.expectancy, "hundredths"],
      ["Profit factor", `SUMIF(${y},">0")/-SUMIF(${y},"<0")`, figures.profitFactor, "hundredths"],
      ["Best", `IF(${n}=0,"",MAX(${y}))`, figures.best, own],
      ["Worst", `IF(${n}=0,"",MIN(${y}))`, figures.worst, own],
      ["Mean without the best 1 %", `(SUM(${y})-(${top}))/(${n}-${k})`, figures.withoutBest, own],
    ];
    for (const [label, formula, cached, style] of lines) rows.push({ cells: [label, figure(formula, cached, style)] });
    const { interval } = figures;
    const ends: readonly (readonly [string, number | null])[] = [
      ["Mean, lower end of 95 %", interval?.low ?? null],
      ["Mean, upper end of 95 %", interval?.high ?? null],
    ];
    const atEnds = { low: rows.length + 1, high: rows.length + 2 };
    for (const [label, of] of ends)
      rows.push({ cells: [label, of === null ? "fewer than 30 days" : { style: own, of }] });
    rows.push({
      cells: ["Interval", `${study.draws} draws of whole days by the engine, seed ${study.seed}; no formula`],
    });
    rows.push({ cells: ["Days", figures.days] }, { cells: ["Securities", figures.securities] });
    // Last, so that the cells above stand where they stood.
    rows.push({
      cells: [
        "Rows without an outcome",
        figure(`COUNTA(${dates})-COUNT(${y})`, run.rows - figures.rows, "whole"),
        "They count for nothing here.",
      ],
    });
    section("Without the filters");
    const based = { study, base, outcome: own, live, mean: atMean, ends: atEnds, first: rows.length + 1 };
    rows.push(...baseRows(based).map((cells) => ({ cells })));
    return atMean;
  }

  /** From a first day on, up to the first of the next row's period. */
  function periodRows(
    title: string,
    months: number,
    groups: readonly NamedGroup[],
    firstDay: (label: string) => string,
  ): void {
    section(title);
    head([title.replace("By ", "From the first day of the "), "", "", "Rows", "Mean", "Win rate"]);
    const first = rows.length + 1;
    for (const group of groups) {
      const at = `$A${rows.length + 1}`;
      const conditions = `${dates},">="&${at},${dates},"<"&EDATE(${at},${months})`;
      rows.push({
        cells: [{ style: "day", of: { date: firstDay(group.label) } }, null, null, ...partCells(conditions, group)],
      });
    }
    if (groups.length > 0 && groups.length <= MAX_BARS)
      means(
        `Mean ${title.toLowerCase()}`,
        first,
        groups.map((group) => ({ ...group, label: firstDay(group.label) })),
      );
  }

  function timeRows(): void {
    periodRows("By year", 12, study.years, (label) => `${label}-01-01`);
    if (study.months.length <= MAX_BARS) periodRows("By month", 1, study.months, (label) => `${label}-01`);
  }

  /** Where the close stood around the day: no formulas, for the closes are not in the workbook. */
  function pathRows({ points, sampled }: StudyPath): void {
    if (points.length === 0) return;
    section("Before and after the day");
    rows.push({
      cells: [
        `Adjusted close of the rows${sampled ? ", of a part of them," : ""} on average, in per cent from that of the day; by the engine, no formula`,
      ],
    });
    head(["Sessions from the day", "Low, 95 %", "High, 95 %", "Rows", "Mean"]);
    const first = rows.length + 1;
    for (const { offset, rows: count, mean, interval } of points)
      rows.push({
        cells: [
          { style: "sessions", of: offset },
          { style: "hundredths", of: interval?.low ?? null },
          { style: "hundredths", of: interval?.high ?? null },
          { style: "whole", of: count },
          { style: "hundredths", of: mean },
        ],
      });
    const range = (column: string): string => `${STUDY_SHEET}!$${column}$${first}:$${column}$${rows.length}`;
    const [before, after] = [points[0], points.at(-1)];
    const spoken = (point: typeof before): string => `${point?.mean?.toFixed(2) ?? "none"} at ${point?.offset ?? 0}`;
    const ends = points.map(({ interval }) => interval);
    charts.push({
      kind: "lines",
      title: "Close before and after the day, per cent",
      alt: `Lines: mean change of the close from the day by sessions, from ${spoken(before)} to ${spoken(after)}, with its 95 per cent interval.`,
      categories: { range: range("A"), texts: points.map(({ offset }) => String(offset)), format: SESSIONS },
      series: [
        { name: "Mean", range: range("E"), numbers: points.map(({ mean }) => mean), color: "B45309" },
        {
          name: "Low, 95 %",
          range: range("B"),
          numbers: ends.map((one) => one?.low ?? null),
          color: "6B7280",
          dashed: true,
        },
        {
          name: "High, 95 %",
          range: range("C"),
          numbers: ends.map((one) => one?.high ?? null),
          color: "6B7280",
          dashed: true,
        },
      ],
      format: "0.0",
      at: chartAt(first - 3),
    });
  }

  function columnRows({ place }: StudyColumn, index: number): void {
    const divided = dividedColumn(study, place, PARTS);
    if (divided === null) return;
    const { bars, thresholds } = divided;
    const [x, name] = [rangeOf(place), names[place] ?? ""];
    section(name);
    head(["Part", "At least", "Below", "Rows", "Mean", "Win rate"]);
    const first = rows.length + 1;
    const style = styles[place]?.cell ?? 0;
    for (const [part, bar] of bars.entries()) {
      const row = first + part;
      const isLast = part === bars.length - 1;
      const conditions = partCondition(x, part === 0 ? null : `$B${row}`, isLast ? null : `$B${row + 1}`);
      const threshold = thresholds[part - 1];
      const next = thresholds[part] ?? null;
      if (threshold !== undefined)
        definedNames.push({ name: thresholdName(index + 1, name, part), ref: `${STUDY_SHEET}!$B$${row}` });
      rows.push({
        cells: [
          `Part ${part + 1}`,
          threshold === undefined ? null : { style, of: threshold },
          isLast ? null : figure(`$B${row + 1}`, next, style),
          ...partCells(conditions, bar),
        ],
      });
    }
    means(
      `Mean by ${name}`,
      first,
      bars.map((bar, part) => ({ ...bar, label: `Part ${part + 1}` })),
    );
  }

  function crossedRows({ across, down, parts, cells }: StudyGrid): void {
    const crossed = (place: number) => {
      const divided = dividedColumn(study, place, parts);
      return (
        divided && { ...divided, name: names[place] ?? "", range: rangeOf(place), style: styles[place]?.cell ?? 0 }
      );
    };
    const [one, other] = [crossed(across), crossed(down)];
    if (one === null || other === null) return;
    section(`${other.name} and ${one.name} at once`);
    const drawn = crossingRows({
      across: one,
      down: other,
      cells,
      outcome: { range: y, style: own },
      figure,
      first: rows.length + 1,
      mean: `$B$${meanRow}`,
      width: LABELS,
    });
    rows.push(...drawn.rows.map((line, at) => ({ cells: line, ...(at === 0 && { height: drawn.header }) })));
    definedNames.push(...drawn.definedNames.map(({ name, cell }) => ({ name, ref: `${STUDY_SHEET}!${cell}` })));
    formatting = drawn.formatting;
  }

  /** From the first row or that of a section to that of the next. */
  function blocks(): Parameters<typeof pageStarts>[0] {
    const starts = sections.with(0, 0);
    const end = Math.max(rows.length, ...charts.map(({ at }) => at.toRow));
    return starts.map((row, index) => {
      const high = (starts[index + 1] ?? end) - row;
      const points = Array.from({ length: high }, (_, at) => rows[row + at]?.height ?? ROW);
      return { row, points: points.reduce((sum, one) => sum + one, 0) };
    });
  }

  const data = rows.map(({ cells, height }, index) => rowXml(cells, index + 1, height)).join("");
  return {
    charts,
    definedNames,
    xml:
      `${XML}<worksheet ${SHEET_NAMESPACES}>${FIT_TO_PAGE}<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>` +
      `<sheetFormatPr defaultRowHeight="${ROW}"/><cols><col min="1" max="1" width="${LABELS}" customWidth="1"/><col min="2" max="6" width="14" customWidth="1"/></cols>` +
      `<sheetData>${data}</sheetData>${formatting}${pageXml(requestName)}${charts.length > 0 ? breaksXml(pageStarts(blocks())) : ""}${charts.length > 0 ? '<drawing r:id="rId1"/>' : ""}</worksheet>`,
  };
}
