import { useQuery } from "@tanstack/react-query";
import { Spinner } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ActivitySoFar, ActivityTileAnswer } from "../../contract/index.ts";
import { SymbolButton } from "../markets/SymbolButton.tsx";
import { ACTIVITY } from "../state/queries/activity.ts";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { showCount, showMove } from "../ui/values.ts";

/** Two counts of a session that stand against each other, of the shares of the breadth. */
const PAIRS = [
  ["Advancing", "Declining"],
  ["New 52-week high", "New 52-week low"],
] as const;
const MOVERS = ["gainers", "losers"];
const MAX_MOVERS = 5;

/** The last session: how many rose and fell, new highs and lows, what moved most. */
export function Breadth(): ReactNode {
  const { data, error, isFetching, refetch } = useQuery(ACTIVITY);
  const [now] = data?.pending ?? [];
  return (
    <section className="panel" aria-label="Last session">
      <header>
        <h2>Last session</h2>
        <Link to="/markets">Market activity</Link>
      </header>
      <LoadFailure error={isFetching ? null : (error?.message ?? null)} again={() => void refetch()} />
      {data?.breadth != null && <Pairs breadth={data.breadth} />}
      {data?.tiles
        .filter(({ tag }) => MOVERS.includes(tag))
        .map((tile) => (
          <Movers key={tile.tag} tile={tile} />
        ))}
      {(now !== undefined || (data === undefined && error === null)) && (
        <p className="nothing" role="status">
          <Spinner size="1" /> {now === undefined ? "Loading the session" : `Computing ${now}`}
        </p>
      )}
    </section>
  );
}

function Pairs({ breadth: { shares, securities } }: { readonly breadth: NonNullable<ActivitySoFar["breadth"]> }) {
  const countOf = (name: string): number => shares.find((share) => share.name === name)?.true ?? 0;
  return (
    <div className="pairs">
      {PAIRS.map(([up, down]) => {
        const [rose, fell] = [countOf(up), countOf(down)];
        const all = rose + fell;
        return (
          <div key={up}>
            <span>
              {up} <strong className="up">{showCount(rose)}</strong>
            </span>
            <span>
              <strong className="down">{showCount(fell)}</strong> {down}
            </span>
            {all > 0 && (
              <span className="against" aria-hidden="true">
                <span style={{ flexGrow: rose }} />
                <span style={{ flexGrow: fell }} />
              </span>
            )}
          </div>
        );
      })}
      <p className="of">of {showCount(securities)} securities</p>
    </div>
  );
}

function Movers({ tile: { name, columns, rows, by } }: { readonly tile: ActivityTileAnswer }): ReactNode {
  const column = columns[by];
  if (column === undefined || rows.length === 0) return null;
  return (
    <p className="movers">
      <span className="of">{name}</span>
      {rows.slice(0, MAX_MOVERS).map((row) => (
        <span key={String(row[0])} className="mover">
          <SymbolButton symbol={String(row[0])} />
          <span className={Number(row[by]) < 0 ? "down" : "up"}>{showMove(row[by], column)}</span>
        </span>
      ))}
    </p>
  );
}
