import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { undo } from "../state/builder.ts";
import { replaceRequest } from "../state/builder.ts";
import { loadTemplates, templates } from "../state/templates.ts";
import { showToast } from "../state/toast.ts";
import { EXAMPLES } from "./examples.ts";
import type { Example } from "./examples.ts";
import { fittingRange } from "./open-address.ts";
import { openExample } from "./open-example.ts";
import { REQUEST_PATH } from "./save.ts";

function open(example: Example): void {
  replaceRequest(`open ${example.name}`, openExample(example, fittingRange()));
  showToast(`Opened ${example.name}`, "success", undo);
}

/** Examples to learn from and templates to begin from. */
export function TemplateList(): ReactNode {
  const { items } = useSnapshot(templates);
  const [all, setAll] = useState(false);
  useEffect(() => void loadTemplates(), []);
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
