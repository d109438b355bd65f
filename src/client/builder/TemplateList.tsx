import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { undo } from "../state/slices/builder.ts";
import { replaceRequest } from "../state/slices/builder.ts";
import { NEVER_STALE, routeQuery } from "../state/queries/route-query.ts";
import { showToast } from "../state/slices/toast.ts";
import { EXAMPLES } from "./examples.ts";
import type { Example } from "./examples.ts";
import { fittingRange } from "./open-address.ts";
import { openExample } from "./open-example.ts";
import { REQUEST_PATH } from "./save.ts";

function open(example: Example): void {
  replaceRequest(`open ${example.name}`, openExample(example, fittingRange()));
  showToast(`Opened ${example.name}`, "success", undo);
}

/** Own and built-in ones: those of before stand here until the new ones have come. */
const TEMPLATES = { ...routeQuery("templates", { query: { page_size: 100 } }), ...NEVER_STALE, staleTime: 0 };

/** Examples to learn from and templates to begin from. */
export function TemplateList(): ReactNode {
  const items = useQuery(TEMPLATES).data?.items ?? null;
  const [all, setAll] = useState(false);
  const shown = all ? items : (items?.slice(0, 5) ?? null);
  return (
    <>
      <h2>Examples</h2>
      <ul className="begin">
        {EXAMPLES.map((example) => (
          <li key={example.name}>
            <button type="button" onClick={() => open(example)}>
              <strong>{example.name}</strong>
              <small>{example.about}</small>
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && shown.length > 0 && (
        <>
          <h2>Templates</h2>
          <ul className="begin">
            {shown.map(({ id, name, description }) => (
              <li key={id}>
                <Link to={`${REQUEST_PATH}?template=${id}`} title={description}>
                  <strong>{name}</strong>
                </Link>
              </li>
            ))}
            {items !== null && items.length > shown.length && (
              <li>
                <button type="button" className="more" onClick={() => setAll(true)}>
                  Show all {items.length}
                </button>
              </li>
            )}
          </ul>
        </>
      )}
    </>
  );
}
