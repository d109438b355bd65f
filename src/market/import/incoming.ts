import { CALENDAR_YEARS } from "../calendar.ts";
import {
  EVENT_KINDS,
  FACT_DATES,
  FACT_NUMBERS,
  FACT_TEXTS,
  KINDS,
  MAX_TEXT_CHARS,
  type ImportField,
  type Kind,
} from "./kinds.ts";
import { bar } from "./bar-reader.ts";
import { UNNAMED_DIVIDEND } from "./dividends.ts";
import { isEmpty, type FieldReader } from "./field-reader.ts";
import { INCOMING } from "./incoming-columns.ts";
import type { CsvRows } from "./csv-rows.ts";
import type { Input, Origin } from "./input.ts";
import { dayAndMinute, dayAndMinuteOf, dayAndSecond, shapeOf, type Shape } from "./shape.ts";
import { listedText, statementItemOf, suffixedSymbol, symbolProblems, textProblems } from "./text-sql.ts";
import { SECURITY_TEXTS } from "../tables.ts";

interface Reading {
  /** With the columns of `columnsOf`. */
  readonly rows: CsvRows;
  readonly into: string;
  /** The table of calendar days, and the last day that can have bars. */
  readonly calendar: { readonly day: string; readonly today: string };
  /** The first rows. */
  readonly sample: readonly (readonly string[])[];
  readonly adjusted: boolean;
}

const fileColumns = (input: Input): readonly string[] =>
  Array.from({ length: input.width }, (_, index) => `c${index + 1}`);

/** The columns of a file as `readStatement` reads them; `overflow` has what is beyond them. */
export const columnsOf = (input: Input): readonly string[] => [...fileColumns(input), "overflow"];

/** How dates and times of a field are written, by the first rows. */
export const shapesOf =
  (input: Input, sample: readonly (readonly string[])[]) =>
  (field: string): Shape => {
    const origin = input.origins[field];
    return shapeOf(
      sample.map((row) =>
        origin && "column" in origin ? (row[origin.column - 1] ?? "").trim() : (origin?.text ?? ""),
      ),
    );
  };

/**
 * The statement that reads one file into `incoming_<kind>`: every row, with its problem where it has one.
 */
export function readStatement(
  input: Input,
  { rows, into, calendar: { day, today }, sample, adjusted }: Reading,
): string {
  const fields = KINDS[input.kind];
  const columns = fileColumns(input);
  const read = reads[input.kind](input, shapesOf(input, sample), adjusted, today);
  const text = (field: ImportField): string => `${textOf(input.origins[field.name])} AS t_${field.name}`;
  const days = Object.keys(read.columns).filter((name) => name.startsWith("d_"));
  const joins = days.map((name) => `LEFT JOIN ${day} AS j${name} ON j${name}.day = ${name}`).join("\n");
  const sessions = days.flatMap((name) => [
    `j${name}.date AS ${name}_date`,
    `j${name}.session AS ${name}_session`,
    `j${name}.open AS ${name}_open`,
  ]);
  const target = INCOMING[input.kind].columns;
  const problems = [["overflow != ''", "", "too many fields"] as const, ...read.problems];
  return `
INSERT INTO ${into}
SELECT ${input.batch ? "c1" : "{file:String}"} AS source_file, line, ${sqlTexts(problems.map(([, field]) => field))}[problem + 1], ${sqlTexts(problems.map(([, , reason]) => reason))}[problem + 1],
  if(problem = 0, '', substring(source_text, 1, ${MAX_LISTED_TEXT_CHARS})),
  ${target.map(([name, type]) => valueOf(name, type)).join(", ")}
FROM (
  SELECT *, ${Object.entries(read.afterCalendar ?? {})
    .map(([name, sql]) => `${sql} AS ${name}, `)
    .join("")}
    multiIf(${problems.map(([condition], index) => `${condition}, ${index + 1}`).join(",\n    ")}, 0) AS problem
  FROM (
    SELECT source.*${sessions.length > 0 ? `, ${sessions.join(", ")}` : ""}
    FROM (
      SELECT *, ${Object.entries(read.columns)
        .map(([name, sql]) => `${sql} AS ${name}`)
        .join(",\n        ")}
      FROM (
        SELECT toUInt32(${rows.number} + 1${input.batch ? " - toInt64(c2)" : ""}) AS line, ${input.batch ? "c1, " : ""}overflow, ${fields.map(text).join(", ")},
          arrayStringConcat([${columns.slice(input.batch ?? 0).join(", ")}], ',') AS source_text
        FROM ${rows.from}
        WHERE ${rows.number} >= ${input.headerRows} AND NOT (overflow = '' AND ${columns.map((column) => `${column} = ''`).join(" AND ")})
      )
    ) AS source
    ${joins}
  )
)`;
}

/** Bytes of a refused row that the report keeps. */
const MAX_LISTED_TEXT_CHARS = 2_000;

const sqlTexts = (words: readonly string[]): string => `['', ${words.map((word) => `'${word}'`).join(", ")}]`;

/** Nothing reads the values of refused rows; they only need the right type. */
function valueOf(name: string, type: string): string {
  if (type.startsWith("Nullable")) return `v_${name}`;
  const nothing = type.includes("String")
    ? "''"
    : type === "Date32"
      ? "toDate32('1970-01-01')"
      : type.startsWith("DateTime")
        ? "toDateTime(0, 'UTC')"
        : "0";
  return `ifNull(v_${name}, ${nothing})`;
}

function textOf(origin: Origin | undefined): string {
  if (!origin) return "''";
  return "column" in origin
    ? `trim(BOTH ' \\t\\r' FROM c${origin.column})`
    : `'${origin.text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

const unfitText = (name: string, maxChars: number): FieldReader["problems"] =>
  textProblems(`t_${name}`, maxChars).map(([condition, reason]) => [condition, name, reason]);

const code = (name: string, input: Input): FieldReader => ({
  columns: { [`v_${name}`]: input.symbols === "suffixed" ? suffixedSymbol(`t_${name}`) : `upper(t_${name})` },
  problems: [
    [isEmpty(`t_${name}`), name, "empty field"],
    ...unfitText(name, MAX_TEXT_CHARS.symbol),
    ...symbolProblems(`t_${name}`).map(([condition, reason]) => [condition, name, reason] as const),
    ...(input.symbols === "suffixed"
      ? [[`match(v_${name}, '[a-z]')`, name, "unknown suffix of a symbol"] as const]
      : []),
  ],
});

const optionalText = (name: keyof typeof MAX_TEXT_CHARS): FieldReader => ({
  columns: { [`v_${name}`]: `if(${isEmpty(`t_${name}`)}, NULL, ${listedText(name, `t_${name}`)})` },
  problems: unfitText(name, MAX_TEXT_CHARS[name]),
});

/** A calendar day in column `name`. */
function day(name: string, shape: Shape, timezone: string, want: "day" | "optional" | Session): FieldReader {
  const found = `d_${name}_date`;
  const unknown = want === "optional" ? `NOT (${isEmpty(`t_${name}`)}) AND isNull(${found})` : `isNull(${found})`;
  return {
    columns: { [`d_${name}`]: dayAndMinute(shape, `t_${name}`, timezone, true).day },
    afterCalendar: { [`v_${name}`]: found, ...(want === "optional" ? {} : { v_session: `d_${name}_session` }) },
    problems: [
      ...(want === "optional" ? [] : [[isEmpty(`t_${name}`), name, "empty field"] as const]),
      [unknown, name, "unknown date"],
      ...(typeof want === "string"
        ? []
        : [
            [
              `d_${name}_date < toDate32('${CALENDAR_YEARS.from}-01-01')`,
              name,
              `before ${CALENDAR_YEARS.from}`,
            ] as const,
            [`NOT d_${name}_open`, name, "no session on that day"] as const,
            [`d_${name}_date > toDate32('${want.until}')`, name, "later than today"] as const,
          ]),
    ],
  };
}

/** A day on which the exchange was open, and not in the future: the last bar is the snapshot's date. */
interface Session {
  readonly until: string;
}

function merged(...parts: readonly FieldReader[]): FieldReader {
  return {
    columns: Object.assign({}, ...parts.map((part) => part.columns)),
    afterCalendar: Object.assign({}, ...parts.map((part) => part.afterCalendar ?? {})),
    problems: parts.flatMap((part) => part.problems),
  };
}

const reads: Readonly<
  Record<Kind, (input: Input, shape: (field: string) => Shape, adjusted: boolean, today: string) => FieldReader>
> = {
  daily: (input, shape, adjusted, until) =>
    merged(code("symbol", input), day("date", shape("date"), input.timezone, { until }), ...bar(input, adjusted), {
      columns: {
        // 0 says that there was none.
        v_split_ratio: "nullIf(toFloat64OrNull(t_split_ratio), 0)",
        v_dividend: "toFloat64OrNull(t_dividend)",
      },
      problems: [
        [`NOT (${isEmpty("t_dividend")}) AND NOT ${isAmount("v_dividend")}`, "dividend", "not an amount"],
        [
          `NOT (${isEmpty("t_split_ratio")}) AND NOT ifNull(toFloat64OrNull(t_split_ratio) >= 0 AND isFinite(toFloat64OrNull(t_split_ratio)), false)`,
          "split_ratio",
          "not a ratio",
        ],
      ],
    }),
  minute: (input, shape, adjusted, until) => {
    const stamped = input.origins["timestamp"] !== undefined;
    const name = stamped ? "timestamp" : "date";
    const found = dayAndMinute(shape(name), `t_${name}`, input.timezone, !stamped);
    const { day: text, minute } = stamped ? found : dayAndMinuteOf(found.day, "t_time", input.timezone);
    return merged(
      code("symbol", input),
      day(name, shape(name), input.timezone, { until }),
      {
        columns: {
          [`d_${name}`]: text,
          v_minute: stamped || input.priceScale === 1 ? minute : MILLISECONDS,
        },
        problems: [
          ["isNull(v_minute)", stamped ? "timestamp" : "time", "unknown time"],
          ["v_minute < 240 OR v_minute > 1199", stamped ? "timestamp" : "time", "outside 04:00 to 19:59"],
        ],
      },
      ...bar(input, adjusted),
    );
  },
  securities: (input, shape) =>
    merged(
      code("symbol", input),
      ...SECURITY_TEXTS.filter((name) => name !== "status").map(optionalText),
      {
        columns: { v_status: `if(${isEmpty("t_status")}, NULL, upper(${listedText("status", "t_status")}))` },
        problems: unfitText("status", MAX_TEXT_CHARS.status),
      },
      day("ipo_date", shape("ipo_date"), input.timezone, "optional"),
      day("delisted_date", shape("delisted_date"), input.timezone, "optional"),
      {
        columns: {},
        afterCalendar: { v_listed: "coalesce(d_ipo_date_date, d_delisted_date_date, toDate32('1900-01-01'))" },
        problems: [],
      },
    ),
  symbols: (input, shape) =>
    merged(code("symbol", input), code("old_symbol", input), day("date", shape("date"), input.timezone, "day"), {
      columns: {},
      problems: [["v_symbol = v_old_symbol", "old_symbol", "both symbols are the same"]],
    }),
  identities: (input, shape) =>
    merged(
      code("symbol", input),
      day("first_date", shape("first_date"), input.timezone, "optional"),
      day("last_date", shape("last_date"), input.timezone, "optional"),
      {
        columns: {
          v_figi: `if(${isEmpty("t_figi")}, '', upper(t_figi))`,
          v_permanent_id: `if(${isEmpty("t_permanent_id")}, '', t_permanent_id)`,
          // Of ten digits or without the zeros before it.
          v_cik: `if(${isEmpty("t_cik")}, '', ifNull(toString(toUInt64OrNull(t_cik)), t_cik))`,
          v_source: `if(${isEmpty("t_source")}, '', lower(t_source))`,
        },
        afterCalendar: { v_last_date: "ifNull(d_last_date_date, d_first_date_date)" },
        problems: [
          [isEmpty("t_first_date"), "first_date", "empty field"],
          ["v_last_date < v_first_date", "last_date", "ends before it begins"],
          ["v_figi != '' AND NOT match(v_figi, '^[A-Z0-9]{2}G[A-Z0-9]{8}[0-9]$')", "figi", "not a FIGI"],
          ["v_cik != '' AND NOT match(v_cik, '^[0-9]{1,10}$')", "cik", "not a CIK"],
          ["match(v_permanent_id, '\\\\s')", "permanent_id", "holds a space"],
          ["match(v_source, '[\\\\s:]')", "source", "holds a space or a colon"],
          ["v_figi = '' AND v_permanent_id = '' AND v_cik = ''", "figi", "no identifier"],
          ...unfitText("permanent_id", MAX_TEXT_CHARS.permanent_id),
          ...unfitText("source", MAX_TEXT_CHARS.source),
        ],
      },
    ),
  splits: (input, shape) =>
    merged(code("symbol", input), day("date", shape("date"), input.timezone, "day"), {
      columns: { v_ratio: "toFloat64OrNull(t_ratio)" },
      problems: [
        [isEmpty("t_ratio"), "ratio", "empty field"],
        ["NOT ifNull(v_ratio > 0 AND isFinite(v_ratio), false)", "ratio", "not a ratio"],
      ],
    }),
  dividends: (input, shape) =>
    merged(code("symbol", input), day("date", shape("date"), input.timezone, "day"), {
      columns: {
        v_amount: "toFloat64OrNull(t_amount)",
        v_kind: `if(${isEmpty("t_kind")}, '${UNNAMED_DIVIDEND}', lower(t_kind))`,
      },
      problems: [
        [isEmpty("t_amount"), "amount", "empty field"],
        [`NOT ${isAmount("v_amount")}`, "amount", "not an amount"],
        ...unfitText("kind", MAX_TEXT_CHARS.kind),
      ],
    }),
  facts: (input) => {
    return merged(code("symbol", input), moment("known_at", input.timezone), {
      columns: {
        v_field: "lower(t_field)",
        v_filing: "''",
        n_value: "toFloat64OrNull(t_value)",
        d_value: `if(${fieldIn(FACT_DATES)}, t_value, '')`,
        v_text: `multiIf(${FACT_TEXTS.map((field) => `v_field = '${field}', ${listedText(field, "t_value")}`).join(", ")}, NULL)`,
      },
      afterCalendar: {
        v_value: `multiIf(${fieldIn(FACT_NUMBERS)}, n_value, ${fieldIn(FACT_DATES)}, toFloat64(toInt32(d_value_date)), NULL)`,
      },
      problems: [
        [isEmpty("t_field"), "field", "empty field"],
        [`NOT ${fieldIn([...FACT_NUMBERS, ...FACT_DATES, ...FACT_TEXTS])}`, "field", "unknown field"],
        [isEmpty("t_value"), "value", "empty field"],
        [`${fieldIn(FACT_NUMBERS)} AND NOT ifNull(isFinite(n_value), false)`, "value", "not a number"],
        [`${fieldIn(FACT_DATES)} AND isNull(d_value_date)`, "value", "unknown date"],
        ...unfitText("value", MAX_TEXT_CHARS.value),
      ],
    });
  },
  statements: (input, shape) =>
    merged(
      code("symbol", input),
      day("fiscal_end", shape("fiscal_end"), input.timezone, "day"),
      moment("known_at", input.timezone),
      {
        columns: {
          v_item: statementItemOf("t_item"),
          v_value: "toFloat64OrNull(t_value)",
          v_derived: "toUInt8(0)",
          v_filing: "''",
        },
        problems: [
          [isEmpty("t_item"), "item", "empty field"],
          // No formula could name it.
          ["v_item = ''", "item", "not a statement item"],
          [isEmpty("t_value"), "value", "empty field"],
          ["NOT ifNull(isFinite(v_value), false)", "value", "not a number"],
        ],
      },
    ),
  events: (input) =>
    merged(code("symbol", input), moment("at", input.timezone), {
      columns: { v_kind: "lower(t_kind)" },
      problems: [
        [isEmpty("t_kind"), "kind", "empty field"],
        [`v_kind NOT IN (${EVENT_KINDS.map((kind) => `'${kind}'`).join(", ")})`, "kind", "unknown kind"],
      ],
    }),
};

const isAmount = (value: string): string => `ifNull(${value} >= 0 AND isFinite(${value}), false)`;

const fieldIn = (names: readonly string[]): string => `v_field IN (${names.map((name) => `'${name}'`).join(", ")})`;

/** Lean's minutes: milliseconds since midnight. */
const MILLISECONDS = "if(toUInt32OrNull(t_time) % 60000 = 0, toUInt16(intDiv(toUInt32OrNull(t_time), 60000)), NULL)";

/** A date with an optional time to the second, or with `pre` or `post`; each row by its own form. */
function moment(name: string, timezone: string): FieldReader {
  const text = `t_${name}`;
  const isDay = `match(m_${name}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')`;
  const hasOffset = `match(m_${name}, '(Z|[+-][0-9]{2}:?[0-9]{2})$') AND NOT ${isDay}`;
  const local = dayAndSecond("local", `m_${name}`, timezone);
  const offset = dayAndSecond("offset", `m_${name}`, timezone);
  return {
    columns: {
      [`m_${name}`]: `replaceRegexpOne(${text}, ' (pre|post)$', '')`,
      [`d_${name}`]: `multiIf(${isDay}, m_${name}, ${hasOffset}, ${offset.day}, ${local.day})`,
      [`s_${name}`]: `multiIf(endsWith(${text}, ' pre'), 28800, endsWith(${text}, ' post'), 59400, ${isDay}, NULL, ${hasOffset}, ${offset.second}, ${local.second})`,
      // An event within a minute is of the minute that starts then.
      [`w_${name}`]: `toUInt16(intDiv(least(s_${name}, 86399), 60))`,
    },
    afterCalendar: {
      // A fact's symbol counts on its own day: on one without a session that is the symbol of the session before.
      v_session:
        name === "at" ? "d_at_session" : `toUInt16(if(d_${name}_open, d_${name}_session, d_${name}_session - 1))`,
      [`v_${name}`]:
        name === "at"
          ? "concat(d_at, if(isNull(w_at), '', concat(' ', toString(w_at))), if(ifNull(s_at % 60, 0) = 0, '', concat(':', toString(s_at % 60))))"
          : `toDateTime(toString(d_${name}_date), 'UTC') + ifNull(s_${name}, 0)`,
      // Off session, an event belongs to the next session at 00:00.
      ...(name === "at" ? { v_minute: "if(d_at_open, w_at, 0)" } : {}),
    },
    problems: [
      [isEmpty(text), name, "empty field"],
      [`isNull(d_${name}_session)`, name, "unknown date"],
      [`NOT ${isDay} AND isNull(s_${name})`, name, "unknown time"],
    ],
  };
}
