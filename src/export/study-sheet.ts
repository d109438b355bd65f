import type { FinishedRun, NamedGroup, Study, StudyBar, StudyColumn, StudyGroup } from "../vocabulary/index.ts";
import { letter, rowXml } from "./cells.ts";
import type { Cell } from "./cells.ts";
import type { BarChart } from "./charts.ts";
import { SHEET_NAMESPACES, XML } from "./package-parts.ts";
import type { DefinedName } from "./package-parts.ts";
import { FIT_TO_PAGE, pageXml } from "./page.ts";
import type { ColumnStyle, StyleName } from "./styles.ts";

export const STUDY_SHEET = "Study";

/** Columns that are cut into parts, those that separate most. */
const COLUMNS = 6;
const PARTS = 5;
/** Months beyond which a chart of them cannot be read. */
const MAX_BARS = 60;
/** What every number meets, and no empty cell. */
const ANY = '">=-1E+300"';
/** Digits that a number keeps where a condition joins it to a text. */
const DIGITS = 15;
const CHART = { column: 7, wide: 8, high: 15 } as const;

interface Studied {
  readonly run: FinishedRun;
  readonly study: Study;
  readonly requestName: string;
  /** Headers of the sheet of rows. */
  readonly names: readonly string[];
  readonly styles: readonly ColumnStyle[];
  /** Whether the figures are formulas over the rows. */
  readonly live: boolean;
}

export interface StudySheet {
  readonly xml: string;
  readonly charts: readonly BarChart[];
  /** The cells of thresholds, which the reader may change. */
  readonly definedNames: readonly DefinedName[];
}

/** The shortest number above one and not above another, within the digits that a condition keeps; null where there is none. */
export function thresholdBetween(below: number, from: number): number | null {
  const middle = below + (from - below) / 2;
  for (let digits = 1; digits <= DIGITS; digits += 1) {
    const value = Number(middle.toPrecision(digits));
    if (value > below && value <= from) return value;
  }
  return null;
}

/** The thresholds between the parts of a column; null where they cannot be told apart in a condition. */
function thresholdsOf(bars: readonly StudyBar[]): readonly number[] | null {
  const found = bars.slice(1).map((bar, index) => thresholdBetween(bars[index]?.to ?? 0, bar.from));
  const whole = found.flatMap((one) => one ?? []);
  return whole.length === found.length ? whole : null;
}

const nameOf = (column: string, index: number, part: number): string =>
  `Study_${index + 1}_${column.replaceAll(/[^A-Za-z0-9]+/g, "_").slice(0, 40)}_${part}`;

/** The sheet *Study*: what the rows were worth, as formulas over them, by time and by parts of the other columns. */
export function studySheet({ run, study, requestName, names, styles, live }: Studied): StudySheet {
  const { figures, outcome } = study;
  const lastRow = Math.max(run.rows, 1) + 1;
  const rangeOf = (place: number): string => `Results!$${letter(place)}$2:$${letter(place)}$${lastRow}`;
  const [y, dates] = [rangeOf(outcome), rangeOf(1)];
  const own = styles[outcome]?.cell ?? 0;
  const rows: { readonly cells: readonly Cell[]; readonly height?: number }[] = [];
  const charts: BarChart[] = [];
  const definedNames: DefinedName[] = [];

  const figure = (formula: string, cached: number | null, style: StyleName | number): Cell => ({
    style,
    of: live ? { formula: `IFERROR(${formula},"")`, cached } : cached,
  });
  const head = (texts: readonly string[]): number =>
    rows.push({ cells: texts.map((of): Cell => ({ style: "header", of })) });
  const section = (title: string): number => rows.push({ cells: [{ style: "section", of: title }], height: 30 });
  const means = (title: string, first: number, groups: readonly (StudyGroup & { readonly label: string })[]): void => {
    const last = first + groups.length - 1;
    const row = rows.length - groups.length - 2;
    charts.push({
      title,
      alt: `Columns: ${title}: ${groups.map(({ label, mean }) => `${label} ${mean?.toFixed(2) ?? "none"}`).join(", ")}.`,
      categories: { range: `${STUDY_SHEET}!$A$${first}:$A$${last}`, texts: groups.map(({ label }) => label) },
      values: {
        range: `${STUDY_SHEET}!$E$${first}:$E$${last}`,
        numbers: groups.map(({ mean }) => mean),
        format: "General",
      },
      color: "B45309",
      at: { column: CHART.column, row, toColumn: CHART.column + CHART.wide, toRow: row + CHART.high },
    });
  };
  /** Rows of a part, their mean and win rate, by conditions on ranges. */
  const partCells = (conditions: string, { rows: count, mean, winRate }: StudyGroup): readonly Cell[] => [
    figure(`COUNTIFS(${conditions},${y},${ANY})`, count, "whole"),
    figure(`AVERAGEIFS(${y},${conditions})`, mean, own),
    figure(`COUNTIFS(${conditions},${y},">0")/COUNTIFS(${conditions},${y},${ANY})`, winRate, "share"),
  ];

  rows.push({ cells: [{ style: "title", of: `Study of ${requestName}` }], height: 24 });
  rows.push({ cells: ["Outcome", names[outcome] ?? ""] });
  rows.push({
    cells: [
      "Figures",
      live
        ? "Formulas over the sheet Results; thresholds in column B may be changed"
        : "Worked out by the engine over all rows",
    ],
  });
  figureRows();
  timeRows();
  for (const [index, column] of study.columns
    .filter(({ place }) => run.columns[place]?.type === "number")
    .slice(0, COLUMNS)
    .entries())
    columnRows(column, index);

  function figureRows(): void {
    section("Figures");
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
    for (const [label, of] of ends)
      rows.push({ cells: [label, of === null ? "fewer than 30 days" : { style: own, of }] });
    rows.push({
      cells: ["Interval", `${study.draws} draws of whole days by the engine, seed ${study.seed}; no formula`],
    });
    rows.push({ cells: ["Days", figures.days] }, { cells: ["Securities", figures.securities] });
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

  function columnRows({ place, parts }: StudyColumn, index: number): void {
    const bars = parts.find(({ count }) => count === PARTS)?.bars ?? [];
    const thresholds = thresholdsOf(bars);
    if (thresholds === null || bars.length === 0) return;
    const [x, name] = [rangeOf(place), names[place] ?? ""];
    section(name);
    head(["Part", "At least", "Below", "Rows", "Mean", "Win rate"]);
    const first = rows.length + 1;
    const style = styles[place]?.cell ?? 0;
    for (const [part, bar] of bars.entries()) {
      const row = first + part;
      const isLast = part === bars.length - 1;
      const from = part === 0 ? `${x},${ANY}` : `${x},">="&$B${row}`;
      const conditions = isLast ? from : `${from},${x},"<"&$B${row + 1}`;
      const threshold = thresholds[part - 1];
      const next = thresholds[part] ?? null;
      if (threshold !== undefined)
        definedNames.push({ name: nameOf(name, index, part), ref: `${STUDY_SHEET}!$B$${row}` });
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

  const data = rows.map(({ cells, height }, index) => rowXml(cells, index + 1, height)).join("");
  return {
    charts: apart(charts),
    definedNames,
    xml:
      `${XML}<worksheet ${SHEET_NAMESPACES}>${FIT_TO_PAGE}<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>` +
      `<sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="1" width="30" customWidth="1"/><col min="2" max="6" width="14" customWidth="1"/></cols>` +
      `<sheetData>${data}</sheetData>${pageXml(requestName)}${charts.length > 0 ? '<drawing r:id="rId1"/>' : ""}</worksheet>`,
  };
}

/** Charts below each other, none over another. */
function apart(charts: readonly BarChart[]): readonly BarChart[] {
  let free = 0;
  return charts.map((chart) => {
    const row = Math.max(free, chart.at.row);
    free = row + CHART.high + 1;
    return { ...chart, at: { ...chart.at, row, toRow: row + CHART.high } };
  });
}
