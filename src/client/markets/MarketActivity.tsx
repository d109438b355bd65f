import { useQuery } from "@tanstack/react-query";
import { Badge, Heading, Skeleton, Spinner, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { ActivitySoFar, ActivityTileAnswer } from "../../contract/index.ts";
import { decimalsIn, showCount, showDate, showMove } from "../ui/values.ts";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { SlowNote } from "../ui/SlowNote.tsx";
import { ACTIVITY } from "../state/queries/activity.ts";
import { SymbolButton } from "./SymbolButton.tsx";
import { OpenRequest } from "./OpenRequest.tsx";
import "./markets.css";

/** The latest session at a glance, for everybody: each tile is a request, one click away from the builder. */
export default function MarketActivity(): ReactNode {
  const { data, error: failure, isFetching, refetch } = useQuery(ACTIVITY);
  const answer = data ?? null;
  const error = isFetching ? null : (failure?.message ?? null);
  const loading = answer === null && error === null;
  const pending = answer?.pending ?? [];
  const [now] = pending;
  const all = pending.length + (answer?.tiles.length ?? 0) + (answer?.breadth ? 1 : 0);
  return (
    <main className="markets" aria-busy={loading || pending.length > 0}>
      <header>
        <Heading as="h1" size="6">
          Market activity
        </Heading>
        {answer !== null && <Text color="gray">{showDate(answer.session)}</Text>}
        {now !== undefined && (
          <Text color="gray" size="2" role="status" className="computing">
            <Spinner size="1" /> Computing {now}, {all - pending.length + 1} of {all}
          </Text>
        )}
      </header>
      <LoadFailure error={error} again={() => void refetch()} />
      {loading && <Placeholder />}
      {answer !== null && (
        <>
          {answer.breadth === null ? <Skeleton height="132px" mb="4" /> : <Breadth breadth={answer.breadth} />}
          <div className="tiles">
            {answer.tiles.map((tile) => (
              <Tile key={tile.tag} tile={tile} />
            ))}
            {(answer.breadth === null ? pending.slice(1) : pending).map((name) => (
              <section key={name} className="tile coming" aria-label={`${name}, to come`}>
                <header>
                  <h2>{name}</h2>
                </header>
                <Skeleton height="320px" mt="3" />
              </section>
            ))}
          </div>
        </>
      )}
    </main>
  );
}

function Breadth({ breadth }: { readonly breadth: NonNullable<ActivitySoFar["breadth"]> }): ReactNode {
  return (
    <section className="breadth" aria-labelledby="breadth">
      <header>
        <h2 id="breadth">Breadth</h2>
        <Text color="gray" size="2">
          {showCount(breadth.securities)} securities
        </Text>
        <OpenRequest request={breadth.request} name="Breadth" />
      </header>
      <dl>
        {breadth.shares.map((share) => {
          const known = share.true + share.false;
          const percent = known === 0 ? null : (share.true / known) * 100;
          return (
            <div key={share.name}>
              <dt>{share.name}</dt>
              <dd>
                <strong>{showCount(share.true)}</strong>
                <span className="of"> of {showCount(known)}</span>
                <span className="share">{percent === null ? "no value" : `${percent.toFixed(1)}%`}</span>
                <span className="bar" aria-hidden="true">
                  <span style={{ width: `${percent ?? 0}%` }} />
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Tile({ tile }: { readonly tile: ActivityTileAnswer }): ReactNode {
  const shown = shownColumns(tile);
  return (
    <section className="tile" aria-labelledby={`tile-${tile.tag}`}>
      <header>
        <h2 id={`tile-${tile.tag}`}>{tile.name}</h2>
        <Badge color="gray">{showCount(tile.total)}</Badge>
        <OpenRequest request={tile.request} name={tile.name} />
      </header>
      <p>{tile.description}</p>
      {tile.rows.length === 0 ? (
        <p className="none">No security qualified in this session.</p>
      ) : (
        <div className="scroll" role="region" aria-labelledby={`tile-${tile.tag}`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {shown.map(({ column, place }) => (
                  <th
                    key={place}
                    scope="col"
                    className={column.type}
                    aria-sort={place === tile.by ? orderOf(tile) : undefined}
                  >
                    {column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tile.rows.map((row) => (
                <tr key={String(row[0])}>
                  {shown.map(({ column, place, decimals }) => (
                    <td key={place} className={`${column.type} ${signOf(row[place], column.unit)}`}>
                      <Cell value={row[place]} column={column} decimals={decimals} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The symbol, which a row begins with, opens its chart. */
function Cell({ value, column, decimals }: Omit<Columns[number], "place"> & { readonly value: unknown }): ReactNode {
  if (column.name === "Symbol" && typeof value === "string") return <SymbolButton symbol={value} />;
  return showMove(value, column, decimals) || <span aria-label="no value">–</span>;
}

type Columns = readonly {
  readonly column: ActivityTileAnswer["columns"][number];
  readonly place: number;
  readonly decimals: number | undefined;
}[];

/** All but the date, which is the same in every row. */
const shownColumns = ({ columns, rows }: ActivityTileAnswer): Columns =>
  columns
    .map((column, place) => ({
      column,
      place,
      decimals: decimalsIn(
        rows.map((row) => row[place]),
        column,
      ),
    }))
    .filter(({ column }) => column.type !== "date");

function orderOf({ rows, by }: ActivityTileAnswer): "ascending" | "descending" {
  return Number(rows[0]?.[by]) < Number(rows.at(-1)?.[by]) ? "ascending" : "descending";
}

const signOf = (value: unknown, unit: string | null): string =>
  unit !== "percent" || typeof value !== "number" || value === 0 ? "" : value > 0 ? "up" : "down";

function Placeholder(): ReactNode {
  return (
    <div role="status" aria-label="Loading">
      <SlowNote doing="Asking for the latest session" />
      <Skeleton height="132px" mb="4" />
      <div className="tiles">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} height="380px" />
        ))}
      </div>
    </div>
  );
}
