/**
 * Weeks and months of sessions. A week goes from Monday to Sunday, a month is that of the calendar; each is finished at the
 * close of its last session. `sessions` is the most that one has.
 */
export const PERIODS = [
  { name: "week", group: "weekly", sessions: 5 },
  { name: "month", group: "monthly", sessions: 23 },
] as const;

export type Period = (typeof PERIODS)[number]["name"];
/** First word of a data point of such bars. */
export type PeriodGroup = (typeof PERIODS)[number]["group"];

const PERIOD_GROUPS: readonly string[] = PERIODS.map(({ group }) => group);
export const isPeriodGroup = (name: string): name is PeriodGroup => PERIOD_GROUPS.includes(name);

export const periodOfGroup = (group: PeriodGroup): (typeof PERIODS)[number] =>
  group === "weekly" ? PERIODS[0] : PERIODS[1];

/** Sessions from the row's that a period so many away may reach, seen from any day of the row's own. */
export function periodReach(group: PeriodGroup, offset: number): { readonly from: number; readonly to: number } {
  const { sessions } = periodOfGroup(group);
  // Of its own period a day is the first or the last; one before it ends the day before at the latest.
  return {
    from: offset > 0 ? 1 : -(sessions - 1) + offset * sessions,
    to: offset < 0 ? -1 : sessions - 1 + offset * sessions,
  };
}
