import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { SHOWCASE_ROUTES } from "../../contract/index.ts";
import type { Showcase } from "../../contract/index.ts";
import { callRoute } from "../state/queries/call-route.ts";
import "./front.css";

/** What the product does, for who is not signed in: one request on this market, answered. */
export default function Front(): ReactNode {
  return (
    <section className="front" aria-labelledby="front">
      <p className="front-brand">
        <img src="/favicon.svg" alt="" width="28" height="28" /> Scanbook
      </p>
      <h2 id="front">Ask the market, get a workbook</h2>
      <p>
        Say in words or formulas what you look for. Every day on which a stock met it comes back as a row: each value
        explained, charted, and in an Excel workbook.
      </p>
      <Example />
      <p className="front-ways">
        <Link to="/markets">Market activity</Link>
        <a href="/reference">Reference</a>
        <Link to="/terms-and-conditions">Terms and conditions</Link>
      </p>
    </section>
  );
}

/** A template in words and its newest rows; nothing where the market has none yet. */
function Example(): ReactNode {
  const [shown, setShown] = useState<Showcase | "waiting" | null>("waiting");
  useEffect(() => {
    const abort = new AbortController();
    void callRoute(SHOWCASE_ROUTES.showcase, { signal: abort.signal }).then((answer) => {
      if (!abort.signal.aborted) setShown(answer.ok && answer.value.rows.length > 0 ? answer.value : null);
    });
    return () => abort.abort();
  }, []);
  if (shown === null) return null;
  if (shown === "waiting") return <div className="front-example waiting" role="status" aria-label="Loading" />;
  const { name, filters, hits, days, columns, rows } = shown;
  return (
    <figure className="front-example">
      <figcaption id="front-example">
        <strong>{name}</strong>{" "}
        <span>
          {hits.toLocaleString("en-US")} hits from {days}
        </span>
      </figcaption>
      <ul>
        {filters.map((filter) => (
          <li key={filter}>{filter}</li>
        ))}
      </ul>
      <div className="front-rows scroll" role="region" aria-labelledby="front-example" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={column.type}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row[0]} ${row[1]}`}>
                {columns.map((column, place) => (
                  <td key={column.name} className={column.type}>
                    {row[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
