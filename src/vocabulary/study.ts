/** A 95 % interval of a mean, by drawing days again. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Days with rows below which no interval is given: so few draws say too little about the next one. */
export const STUDY_LEAST_DAYS = 30;
/** Rows below which a figure is shown as one of few. */
export const STUDY_FEW_ROWS = 30;
/** Numbers of equal parts that a column is cut into. */
export const STUDY_PARTS = [3, 5, 10] as const;
export type StudyParts = (typeof STUDY_PARTS)[number];

/** Some rows of a result and what they were worth. Rows of one day are one draw of the interval. */
export interface StudyGroup {
  /** Rows with an outcome. */
  readonly rows: number;
  /** Sessions with such a row. */
  readonly days: number;
  /** Null without rows. */
  readonly mean: number | null;
  /** Share of rows above zero. */
  readonly winRate: number | null;
  /** Of the mean; null below STUDY_LEAST_DAYS days. */
  readonly interval: Interval | null;
}

/** The figures of all rows. */
export interface StudyFigures extends StudyGroup {
  readonly securities: number;
  readonly median: number | null;
  readonly winInterval: Interval | null;
  readonly averageWin: number | null;
  /** Of the rows below zero; negative. */
  readonly averageLoss: number | null;
  /** Mean in units of the average loss. */
  readonly expectancy: number | null;
  /** Sum of what was won in units of the sum of what was lost. */
  readonly profitFactor: number | null;
  readonly best: number | null;
  readonly worst: number | null;
  /** Mean without the best hundredth of the rows, at least one; null where nothing is left. */
  readonly withoutBest: number | null;
}

/** A part of the rows by the value of a column: from its least to its largest value there, both included. */
export interface StudyBar extends StudyGroup {
  /** From 0, of the parts that the column is cut into; one that ties left empty is missing. */
  readonly part: number;
  readonly from: number;
  readonly to: number;
}

/** A column against the outcome. */
export interface StudyColumn {
  /** Place in the result. */
  readonly place: number;
  /** Share of the outcome's variance that lies between its five parts, from 0 to 1. */
  readonly separates: number;
  readonly parts: readonly { readonly count: StudyParts; readonly bars: readonly StudyBar[] }[];
  /** Rows in which the column has no value. */
  readonly empty: StudyGroup;
}

/** The share that a column without any bearing on the outcome separates on average: k parts of n rows have (k - 1) / (n - 1), more where rows of a day are alike. */
export function separatedByChance({ parts }: Pick<StudyColumn, "parts">): number {
  const bars = parts.find(({ count }) => count === 5)?.bars ?? [];
  const rows = bars.reduce((sum, bar) => sum + bar.rows, 0);
  return rows > bars.length ? (bars.length - 1) / (rows - 1) : 1;
}

/** One day of the curve: what its rows were worth on average, added up, and how far below its peak that is. */
export interface StudyDay {
  readonly date: string;
  readonly rows: number;
  readonly mean: number;
  readonly sum: number;
  /** Zero at the peak, negative below. */
  readonly drawdown: number;
}

export interface NamedGroup extends StudyGroup {
  readonly label: string;
}

/** What a result's rows were worth. */
export interface Study {
  /** Place of the outcome in the result. */
  readonly outcome: number;
  readonly seed: number;
  readonly draws: number;
  readonly figures: StudyFigures;
  readonly years: readonly NamedGroup[];
  readonly halves: readonly NamedGroup[];
  readonly months: readonly NamedGroup[];
  readonly weekdays: readonly NamedGroup[];
  /** Those with the most rows, and how many there are in all is among the figures. */
  readonly topSecurities: readonly NamedGroup[];
  readonly curve: readonly StudyDay[];
  /** Those that separate most first. */
  readonly columns: readonly StudyColumn[];
}

/** Sessions before and after the day of a row over which its price is followed. */
export const STUDY_PATH = { before: 10, after: 20 } as const;

/** Where the adjusted close of the rows stood some sessions from their day, as a change in per cent from its close. */
export interface StudyPathPoint extends StudyGroup {
  /** Sessions from the day of the row; negative before it. */
  readonly offset: number;
}

export interface StudyPath {
  readonly outcome: number;
  readonly seed: number;
  /** Of every n-th row, since there are too many. */
  readonly sampled: boolean;
  /** In order; one where no row has a close is missing. */
  readonly points: readonly StudyPathPoint[];
}

/** Numbers of parts that two columns are crossed in. */
export const STUDY_GRID_PARTS = [3, 5] as const;
export type StudyGridParts = (typeof STUDY_GRID_PARTS)[number];

/** Rows of a part of each of two columns. */
export interface StudyCell extends StudyGroup {
  /** Parts as bars of the columns name them. */
  readonly across: number;
  readonly down: number;
}

/** Two columns against the outcome at once. */
export interface StudyGrid {
  readonly outcome: number;
  readonly seed: number;
  /** Places of the two columns. */
  readonly across: number;
  readonly down: number;
  readonly parts: StudyGridParts;
  /** Row by row; one without rows is missing. */
  readonly cells: readonly StudyCell[];
}

/** What a filter adds to the outcome. */
export interface StudyStep {
  readonly label: string;
  readonly code: string;
  /** Rows that this filter and those before it leave. */
  readonly after: StudyGroup;
  /** Rows that all other filters leave. */
  readonly without: StudyGroup;
}

/** The same outcome without the filters. */
export interface StudyBase {
  readonly seed: number;
  /** Over whole days drawn at random, since the outcome or a filter is read from minutes; else over all of them. */
  readonly sampled: boolean;
  readonly all: StudyGroup;
  readonly steps: readonly StudyStep[];
}

/** What a workbook shows of a study. */
export interface WholeStudy {
  readonly study: Study;
  /** Null where the request of the rows cannot be read any more. */
  readonly base: StudyBase | null;
  readonly path: StudyPath;
  /** Null where there are no two columns to cross. */
  readonly crossing: StudyGrid | null;
}

/** The base rate that means are compared with; null where it is of too few days to have an interval itself. */
export const comparedRate = (base: StudyBase | null): number | null =>
  base === null || base.all.interval === null ? null : base.all.mean;

/** Whether an interval lies off a base rate; null where one of them is missing. */
export const apartFrom = (base: number | null, interval: Interval | null): boolean | null =>
  base === null || interval === null ? null : interval.low > base || interval.high < base;
