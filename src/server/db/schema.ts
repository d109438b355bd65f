import type { ExportView } from "../../contract/index.ts";
import type { ColumnType, Generated } from "kysely";
import type { ExportMeta } from "../../export/index.ts";
import type {
  BillingInterval,
  DeliveryStatus,
  ExportFormat,
  FinishedRun,
  FunnelStep,
  OwnNumberName,
  PlanType,
  RunCause,
  RunStatus,
  SubscriptionStatus,
  UserStatus,
} from "../../vocabulary/index.ts";
import type { Json, Moment, OptionalMoment } from "./column-types.ts";
import type { MarketTables } from "./market-tables.ts";
import type { SweepTryTable } from "./sweep-try-table.ts";

export type { SubscriptionStatus, UserStatus } from "../../vocabulary/index.ts";
export type RunState = RunStatus;

export interface AccountTable {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  role: "super_admin" | null;
  status: UserStatus;
  totp_secret: string | null;
  totp_confirmed_at: OptionalMoment;
  totp_last_step: string | null;
  preferences: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_at: Moment;
  updated_at: Moment;
  last_seen_at: OptionalMoment;
  updates_paused_at: OptionalMoment;
  new_email: ColumnType<string | null, string | null | undefined, string | null>;
  new_email_at: OptionalMoment;
  deleted_at: OptionalMoment;
}

interface SessionTable {
  token_hash: Buffer;
  id: string;
  bind_hash: Buffer | null;
  account_id: string;
  actor_id: string | null;
  parent_hash: Buffer | null;
  address: string | null;
  agent: string | null;
  created_at: Moment;
  used_at: Moment;
  expires_at: ColumnType<Date, Date, Date>;
}

interface ApiTokenTable {
  id: string;
  account_id: string;
  name: string;
  token_hash: Buffer;
  scopes: string[];
  created_at: Moment;
  used_at: OptionalMoment;
  expires_at: OptionalMoment;
  revoked_at: OptionalMoment;
}

export interface MailedSecretTable {
  secret_hash: Buffer;
  account_id: string;
  purpose: "confirm_email" | "reset_password" | "change_email";
  /** The address that the link was mailed to, where it confirms another one. */
  email: ColumnType<string | null, string | null | undefined, string | null>;
  /** The sign-up that it confirms. */
  sign_up_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Moment;
  expires_at: ColumnType<Date, Date, Date>;
  used_at: OptionalMoment;
}

interface SignUpTable {
  id: string;
  account_id: string;
  name: string;
  password_hash: string;
  browser_hash: Buffer | null;
  created_at: Moment;
}

export interface PendingSignInTable {
  secret_hash: Buffer;
  account_id: string;
  issuer: string;
  subject: string;
  missing: "password" | "second_factor";
  expires_at: ColumnType<Date, Date, Date>;
}

interface SecurityLogTable {
  id: Generated<string>;
  at: Moment;
  action: string;
  account_id: string | null;
  actor_id: string | null;
  address: string | null;
  details: Json<Record<string, unknown>>;
}

interface DataRequestTable {
  id: string;
  account_id: string;
  name: string;
  body: Json<Record<string, unknown>>;
  folder_id: string | null;
  /** The folder it was in, now in the trash; restoring the folder moves it back. */
  left_folder_id: Generated<string | null>;
  favourite: Generated<boolean>;
  data_updates: Generated<boolean>;
  email_notification: Generated<boolean>;
  run_id: string | null;
  status: RunState;
  created_at: Moment;
  updated_at: Moment;
  deleted_at: OptionalMoment;
}

export interface RunTable {
  id: string;
  data_request_id: string;
  account_id: string;
  cause: RunCause;
  status: RunState;
  meta: Json<ExportMeta>;
  progress: ColumnType<RunProgress | null, string | null | undefined, string | null>;
  error: ColumnType<RunFailure | null, string | null | undefined, string | null>;
  finished: ColumnType<FinishedRun | null, string | null | undefined, string | null>;
  market_date: ColumnType<string | null, string | null | undefined, string | null>;
  difference: ColumnType<RunDifference | null, string | null | undefined, string | null>;
  result_dropped_at: OptionalMoment;
  /** Number of the attempt: counted up when a worker takes the run. */
  attempt: Generated<number>;
  beat_at: OptionalMoment;
  /** Columns generated from `finished`. */
  result_rows: ColumnType<string | null, never, never>;
  result_seconds: ColumnType<number | null, never, never>;
  created_at: Moment;
  started_at: OptionalMoment;
  ended_at: OptionalMoment;
}

/** A scan that nobody keeps, until a newer one of its page has finished. */
interface PreviewTable extends Pick<
  RunTable,
  "id" | "account_id" | "status" | "meta" | "progress" | "error" | "finished" | "attempt"
> {
  page: string;
  /** What it answers, of which data. */
  question: Generated<string | null>;
  beat_at: OptionalMoment;
  started_at: OptionalMoment;
  seen_at: Moment;
  /** When it was asked for, the last time where that was more than once. */
  created_at: Moment;
}

/** Security and session of a row. */
export type Pair = readonly [symbol: string, date: string];

/** Rows that a run has and the finished run before it had not, and the reverse, by symbol and date. */
export interface RunDifference {
  readonly against: string;
  readonly added: number;
  readonly gone: number;
  /** The first of these, the newest days first. */
  readonly added_rows: readonly Pair[];
  readonly gone_rows: readonly Pair[];
}

export interface WebhookTable {
  id: string;
  account_id: string;
  url: string;
  events: string[];
  secret: string;
  active: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
}

export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  event: string;
  body: string;
  status: Generated<DeliveryStatus>;
  attempts: Generated<number>;
  response_status: number | null;
  error: string | null;
  created_at: Moment;
  attempted_at: OptionalMoment;
  ended_at: OptionalMoment;
}

export interface RunProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly readRows: number;
  /** Of a preview, as soon as it is counted. */
  readonly funnel?: readonly FunnelStep[];
}

export interface RunFailure {
  readonly code: string;
  readonly message: string;
}

export interface ProductTable {
  id: string;
  name: string;
  description: string;
  plan_type: PlanType;
  price: number;
  currency: string;
  billing_interval: BillingInterval;
  number_of_filter: number;
  number_of_columns: number;
  daily_updates: boolean;
  requests_at_once: number;
  chart_days: number | null;
  chart_export_enabled: boolean;
  chart_indicator_enabled: boolean;
  chart_timeframe: string[];
  offered: boolean;
  rank: number;
}

interface SubscriptionTable {
  id: string;
  account_id: string;
  product_id: string;
  provider_id: string | null;
  status: SubscriptionStatus;
  period_start: OptionalMoment;
  period_end: OptionalMoment;
  cancel_at_period_end: Generated<boolean>;
  canceled_at: OptionalMoment;
  ended_at: OptionalMoment;
  created_at: Moment;
  updated_at: Moment;
}

/** View of what a user did: events, and the user's own entries of the security log. */
interface UserActivityView {
  id: string;
  at: Moment;
  account_id: string;
  type: string;
  source: string;
  trigger: string;
  payload: ColumnType<unknown, string, string>;
}

interface EventTable extends UserActivityView {
  forwarded_at: OptionalMoment;
}

export interface ChartLayoutTable {
  id: string;
  account_id: string;
  name: string;
  symbol: string;
  content: Json<Record<string, unknown>>;
  created_at: Moment;
  updated_at: Moment;
}

export interface DayLabelTable {
  account_id: string;
  /** A bigint, which the driver gives as text. */
  security: string;
  day: ColumnType<string | Date, string, string>;
  label: number;
  changed_at: Moment;
}

export interface OwnDataTable {
  id: string;
  account_id: string;
  kind: "list" | "numbers";
  name: string;
  file_name: string;
  version: string;
  changes: Generated<number>;
  rows: number;
  /** Of numbers, what formulas may name. */
  heads: Json<readonly Omit<OwnNumberName, "version">[]>;
  content: string;
  created_at: Moment;
  updated_at: Moment;
}

/** The account database, a table each; migrations make it. */
export interface Schema extends MarketTables {
  account: AccountTable;
  identity: { issuer: string; subject: string; account_id: string; created_at: Moment };
  session: SessionTable;
  api_token: ApiTokenTable;
  mailed_secret: MailedSecretTable;
  sign_up: SignUpTable;
  pending_sign_in: PendingSignInTable;
  known_device: { secret_hash: Buffer; account_id: string; used_at: Moment };
  recovery_code: { account_id: string; code_hash: Buffer; used_at: OptionalMoment };
  allowance: { key: string; used: number; resets_at: ColumnType<Date, Date, Date> };
  security_log: SecurityLogTable;
  folder: {
    id: string;
    account_id: string;
    name: string;
    created_at: Moment;
    updated_at: Moment;
    deleted_at: OptionalMoment;
  };
  template: {
    id: string;
    account_id: string;
    name: string;
    description: Generated<string>;
    body: Json<Record<string, unknown>>;
    created_at: Moment;
    updated_at: Moment;
    deleted_at: OptionalMoment;
  };
  data_request: DataRequestTable;
  run: RunTable;
  preview: PreviewTable;
  /** One row: the name of this database, and that of the key that seals its secrets. */
  installation: { id: string; key_name: string | null };
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  saved_formula: {
    account_id: string;
    tag: string;
    display: string;
    description: Generated<string>;
    formula: string;
    updated_at: Moment;
  };
  chart_code: { code_hash: Buffer; session_hash: Buffer; expires_at: ColumnType<Date, Date, Date> };
  chart_session: {
    token_hash: Buffer;
    session_hash: Buffer;
    created_at: Moment;
    expires_at: ColumnType<Date, Date, Date>;
  };
  chart_layout: ChartLayoutTable;
  day_label: DayLabelTable;
  own_data: OwnDataTable;
  sweep_try: SweepTryTable;
  product: ProductTable;
  subscription: SubscriptionTable;
  billing_customer: { account_id: string; provider_id: string; created_at: Moment; synced_at: OptionalMoment };
  download_ticket: {
    secret_hash: Buffer;
    account_id: string;
    run_id: string;
    format: ExportFormat;
    acted: boolean;
    /** Null for all rows. */
    view: ColumnType<ExportView | null, string | null | undefined, never>;
    expires_at: ColumnType<Date, Date, Date>;
  };
  event: EventTable;
  user_activity: UserActivityView;
  billing_event: { id: string; type: string; customer: string | null; received_at: Moment };
  test_payment: {
    id: string;
    kind: string;
    customer: string | null;
    body: Json<Record<string, unknown>>;
    made: Generated<string>;
  };
}
