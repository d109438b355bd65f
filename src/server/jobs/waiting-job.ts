/** A job that was to be done, as it was asked for. */
export interface WaitingJob {
  readonly name: string;
  readonly data: unknown;
  readonly priority: number;
  readonly group_id: string | null;
  readonly group_tier: string | null;
}
