import type { ColumnType, Generated } from "kysely";
import type { DayStatus, DayStep, ImportStatus, StepStatus } from "../../vocabulary/index.ts";
import type { Moment, OptionalMoment } from "./column-types.ts";

export interface MarketImportTable {
  id: string;
  account_id: string | null;
  source: string;
  status: ImportStatus;
  log: ColumnType<{ readonly at: string; readonly text: string }[], string | undefined, string>;
  created_at: Moment;
  started_at: OptionalMoment;
  ended_at: OptionalMoment;
}

/** A session that the server brings into the market by itself. */
export interface MarketDayTable {
  /** yyyy-MM-dd */
  date: string;
  status: DayStatus;
  /** How often its sources were asked. */
  attempts: Generated<number>;
  /** When its steps go on. */
  next_at: ColumnType<Date, Date, Date>;
  /** Until when they may. */
  ends_at: ColumnType<Date, Date, Date>;
  /** Whether an admin takes what looks like half a day. */
  as_it_is: Generated<boolean>;
  created_at: Moment;
  ended_at: OptionalMoment;
}

export interface MarketDayStepTable {
  date: string;
  place: number;
  step: DayStep;
  /** The source of a step that is about one, else empty. */
  source: string;
  status: Generated<StepStatus>;
  /** What it has come to, for people. */
  said: Generated<string>;
  started_at: OptionalMoment;
  ended_at: OptionalMoment;
}

/** Tables about what brings the market its data. */
export interface MarketTables {
  market_import: MarketImportTable;
  market_day: MarketDayTable;
  market_day_step: MarketDayStepTable;
}
