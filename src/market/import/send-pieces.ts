import { Readable } from "node:stream";
import type { RowStream } from "../market.ts";
import { repeated } from "./repeated.ts";
import type { ImportContext } from "./run-import.ts";

/** What is sent to an address, and the table of the import that takes it. */
export interface Sending {
  readonly table: string;
  /** Columns and types. */
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly orderBy: string;
  readonly format: RowStream["format"];
  readonly settings?: RowStream["settings"];
  /** Sent one after the other, the next being read meanwhile; one is over when the next but one is asked for. */
  readonly pieces: AsyncIterable<Piece> | Iterable<Piece>;
}

/** What is sent at a time: bytes, or where they come from, for it may have to be sent again. */
type Piece = Buffer | (() => AsyncIterable<Buffer>);

/** One insert is one block, so that the engine stores a piece whole or not at all, and knows it again by its token. */
const ONE_BLOCK = {
  async_insert: 0,
  insert_deduplicate: 1,
  max_insert_threads: 1,
  max_insert_block_size: 4_000_000,
  min_insert_block_size_rows: 4_000_000,
  min_insert_block_size_bytes: 0,
  min_chunk_bytes_for_parallel_parsing: 1 << 20,
} as const;

/**
 * Sends pieces to an address, and hands the table that has all of them, and nothing else, to `use`. A piece whose
 * connection broke is sent again and stored once.
 */
export async function withSent(
  context: ImportContext,
  sending: Sending,
  use: (table: string) => Promise<void>,
): Promise<void> {
  const table = await tableFor(context, sending);
  let sent: Promise<void> = Promise.resolve();
  for await (const piece of sending.pieces) {
    await sent;
    sent = send(context, sending, table, piece);
    // Awaited before the next one, or below.
    sent.catch(() => undefined);
  }
  await sent;
  await use(table);
  await context.market.command(`TRUNCATE TABLE ${table}`);
}

async function tableFor({ next, received }: ImportContext, sending: Sending): Promise<string> {
  const known = received.get(sending.table);
  if (known !== undefined) return known;
  const columns = sending.columns.map((column) => column.join(" ")).join(", ");
  const table = await next.scratch(sending.table, columns, sending.orderBy, "received");
  received.set(sending.table, table);
  return table;
}

async function send({ market }: ImportContext, sending: Sending, table: string, piece: Piece): Promise<void> {
  const { columns, format, settings } = sending;
  await repeated(market, (key) =>
    market.insert(table, {
      stream: Readable.from(typeof piece === "function" ? piece() : [piece], { objectMode: false }),
      format,
      columns: columns.map(([name]) => name),
      settings: { ...ONE_BLOCK, ...settings, insert_deduplication_token: key },
      key,
    }),
  );
}
