import type { FinishedRun } from "../vocabulary/index.ts";
import { letter, rowXml } from "./cells.ts";
import type { Cell } from "./cells.ts";
import type { Chart } from "./charts.ts";
import { SHEET_NAMESPACES, tableXml, XML } from "./package-parts.ts";
import { FIT_TO_PAGE, pageXml } from "./page.ts";
import type { ExportMeta } from "./request-sheet.ts";
import { numberFormat } from "./styles.ts";
import type { ColumnStyle, StyleName } from "./styles.ts";
import type { ColumnProfile } from "./sheet-sql.ts";
import { SHARES } from "./summary-figures.ts";
import type { ColumnFigures, Period, SummaryFigures } from "./summary-figures.ts";

export const SUMMARY_SHEET = "Summary";

const PERIOD_WORDS: Readonly<Record<Period, { readonly name: string; readonly head: string; readonly end: string }>> = {
  day: { name: "day", head: "Day", end: "+1" },
  week: { name: "week", head: "Week from", end: "+7" },
  month: { name: "month", head: "Month from", end: "" },
};

const FIGURES = ["Column", "Values", "Mean", "Lowest", "10 %", "25 %", "Median", "75 %", "90 %", "Highest", "Above 0"];
const MEDIAN = FIGURES.indexOf("Median");
const ABOVE = FIGURES.indexOf("Above 0");

/** Columns and rows of a chart. */
const CHART = { column: 3, wide: 8, high: 17 } as const;

/** Beside the hits: the first as wide as the figures, the others below it, next to each other. */
function placeOf(index: number, of: number, top: number): Chart["at"] {
  const isFirst = index === 0;
  const wide = isFirst || of < 3 ? CHART.wide : CHART.wide / 2;
  const column = CHART.column + (isFirst ? 0 : (index - 1) * wide);
  const row = top + (isFirst ? 0 : CHART.high + 1);
  return { column, row, toColumn: column + wide, toRow: row + CHART.high };
}

interface Described {
  readonly run: FinishedRun;
  readonly meta: ExportMeta;
  /** Headers of the sheet of rows. */
  readonly names: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly styles: readonly ColumnStyle[];
  readonly figures: SummaryFigures;
  /** Number of the first table on this sheet among those of the workbook, from 0. */
  readonly firstTable: number;
}

export interface SummarySheet {
  readonly xml: string;
  readonly tables: readonly string[];
  readonly charts: readonly Chart[];
}

/**
 * The sheet *Summary*: figures of the number columns, Outcomes first, and the rows per period, each a table, beside charts
 * of them.
 */
export function summarySheet({ run, meta, names, profiles, styles, figures, firstTable }: Described): SummarySheet {
  const { hits, live } = figures;
  const rowsOf = (place: number): string =>
    `Results!$${letter(place)}$2:$${letter(place)}$${Math.max(run.rows, 1) + 1}`;
  const figure = (formula: string, cached: number | null, style: StyleName | number): Cell => ({
    style,
    of: live ? { formula, cached } : cached,
  });

  const rows: { readonly cells: readonly Cell[]; readonly height?: number }[] = [
    { cells: [{ style: "title", of: `Summary of ${meta.requestName}` }], height: 24 },
    { cells: ["Days", `${meta.dates.start} to ${meta.dates.end}`] },
    { cells: ["Rows", figure(`COUNTA(${rowsOf(0)})`, run.rows, "whole")] },
    {
      cells: [
        "Figures",
        live ? "Formulas over the sheet Results" : "Worked out by the engine over all rows, of Outcome columns",
      ],
    },
  ];
  const tables: string[] = [];
  const charts: Chart[] = [];
  const header = (texts: readonly string[]): readonly Cell[] => texts.map((of) => ({ style: "header", of }));

  const table = (name: string, title: string, head: readonly string[], body: readonly (readonly Cell[])[]): number => {
    rows.push({ cells: [{ style: "section", of: title }], height: 30 }, { cells: header(head) });
    const top = rows.length;
    tables.push(
      tableXml({
        index: firstTable + tables.length,
        name,
        columns: head,
        lastColumn: letter(head.length - 1),
        rows: body.length,
        top,
        filter: false,
      }),
    );
    rows.push(...body.map((cells) => ({ cells })));
    return top + 1;
  };

  if (figures.columns.length > 0) {
    const first = rows.length + 3;
    const top = table(
      "Figures",
      "Figures of the columns",
      FIGURES,
      figures.columns.map((column, index) => figureCells(column, first + index)),
    );
    charts.push(...outcomeCharts(top));
  }
  const { name, head, end } = PERIOD_WORDS[hits.period];
  const first = rows.length + 3;
  const days = rowsOf(1);
  const top = table(
    "Hits",
    `Hits per ${name}`,
    [head, "Rows"],
    hits.rows.map(({ date, rows: count }, index): readonly Cell[] => {
      const at = `A${first + index}`;
      const until = hits.period === "month" ? `EDATE(${at},1)` : `${at}${end}`;
      return [
        { style: "day", of: { date } },
        figure(`COUNTIFS(${days},">="&${at},${days},"<"&${until})`, count, "whole"),
      ];
    }),
  );
  const last = top + hits.rows.length - 1;
  if (hits.rows.length > 0)
    charts.unshift({
      kind: "bars",
      title: `Hits per ${name}`,
      alt: `Columns: rows of the results per ${name}, ${hits.rows.length} in all, the most ${Math.max(...hits.rows.map((one) => one.rows))}. The numbers are in the table Hits.`,
      categories: { range: `${SUMMARY_SHEET}!$A$${top}:$A$${last}`, texts: hits.rows.map(({ date }) => date) },
      series: [
        {
          name: `Hits per ${name}`,
          range: `${SUMMARY_SHEET}!$B$${top}:$B$${last}`,
          numbers: hits.rows.map((one) => one.rows),
          color: "1F3864",
        },
      ],
      format: "#,##0",
      at: { column: 0, row: 0, toColumn: 0, toRow: 0 },
    });

  function figureCells(of: ColumnFigures, row: number): readonly Cell[] {
    const range = rowsOf(of.place);
    const style = styles[of.place]?.cell ?? 0;
    const own = (formula: string, cached: number | null): Cell => figure(`IF($B${row}=0,"",${formula})`, cached, style);
    return [
      names[of.place] ?? "",
      figure(`COUNT(${range})`, of.values, "whole"),
      own(`AVERAGE(${range})`, of.mean),
      own(`MIN(${range})`, of.lowest),
      ...SHARES.map((share, index) => own(`PERCENTILE(${range},${share})`, of.quantiles[index] ?? null)),
      own(`MAX(${range})`, of.highest),
      figure(
        `IF($B${row}=0,"",COUNTIF(${range},">0")/$B${row})`,
        of.values === 0 ? null : of.above / of.values,
        "share",
      ),
    ];
  }

  /** Win rate and median of the Outcomes that are changes, which are beside each other below the others' figures. */
  function outcomeCharts(top: number): readonly Chart[] {
    const outcomes = figures.columns.filter(({ place }) => run.columns[place]?.outcome === true);
    const changes = outcomes.filter(({ place, lowest }) => run.columns[place]?.unit === "percent" || (lowest ?? 0) < 0);
    const [one] = changes;
    const column = one === undefined ? undefined : run.columns[one.place];
    // A range has no holes: all Outcomes, or none.
    if (one === undefined || column === undefined || changes.length !== outcomes.length) return [];
    const range = (at: number): string =>
      `${SUMMARY_SHEET}!$${letter(at)}$${top}:$${letter(at)}$${top + outcomes.length - 1}`;
    const texts = outcomes.map(({ place }) => names[place] ?? "");
    const spoken = (values: readonly (number | null)[], unit: string): string =>
      texts
        .map((text, index) => `${text} ${values[index] === null ? "none" : `${values[index]?.toFixed(2)}${unit}`}`)
        .join(", ");
    const wins = outcomes.map(({ above, values }) => (values === 0 ? null : above / values));
    const medians = outcomes.map(({ quantiles }) => quantiles[SHARES.indexOf(0.5)] ?? null);
    const at = { column: 0, row: 0, toColumn: 0, toRow: 0 };
    const categories = { range: range(0), texts };
    const color = "B45309";
    const profile = profiles[one.place];
    const isOneUnit = outcomes.every(({ place }) => run.columns[place]?.unit === column.unit);
    return [
      {
        kind: "bars",
        title: "Win rate: share of the values above 0",
        alt: `Columns: share of the values above 0 of each Outcome: ${spoken(
          wins.map((win) => (win === null ? null : win * 100)),
          " per cent",
        )}.`,
        categories,
        series: [{ name: "Win rate", range: range(ABOVE), numbers: wins, color }],
        format: "0%",
        ends: { min: 0, max: 1 },
        at,
      },
      ...(isOneUnit && profile !== undefined
        ? [
            {
              kind: "bars" as const,
              title: "Median of each Outcome",
              alt: `Columns: median of each Outcome: ${spoken(medians, column.unit === "percent" ? " per cent" : "")}.`,
              categories,
              series: [{ name: "Median", range: range(MEDIAN), numbers: medians, color }],
              format: numberFormat(column, profile) ?? "General",
              at,
            },
          ]
        : []),
    ];
  }

  const data = rows.map(({ cells, height }, index) => rowXml(cells, index + 1, height)).join("");
  const widest = Math.max(14, ...figures.columns.map(({ place }) => (names[place] ?? "").length + 2));
  return {
    tables,
    charts: charts.map((chart, index) => ({ ...chart, at: placeOf(index, charts.length, top - 2) })),
    xml:
      `${XML}<worksheet ${SHEET_NAMESPACES}>${FIT_TO_PAGE}<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>` +
      `<sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="1" width="${Math.min(widest, 40)}" customWidth="1"/>` +
      `<col min="2" max="${FIGURES.length}" width="14" customWidth="1"/></cols><sheetData>${data}</sheetData>` +
      `${pageXml(meta.requestName)}${charts.length > 0 ? `<drawing r:id="rId${tables.length + 1}"/>` : ""}` +
      `<tableParts count="${tables.length}">${tables.map((_, index) => `<tablePart r:id="rId${index + 1}"/>`).join("")}</tableParts></worksheet>`,
  };
}
