import { IconButton } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { requestOfFormulas } from "../../request/index.ts";
import { replaceRequest, undo } from "../state/slices/builder.ts";
import { NEVER_STALE, routeQuery } from "../state/queries/route-query.ts";
import { showToast } from "../state/slices/toast.ts";
import { EXAMPLES } from "./examples.ts";
import type { Example } from "./examples.ts";
import { fittingRange } from "./open-address.ts";
import { openExample } from "./open-example.ts";
import type { RequestTextProps } from "./RequestTextDialog.tsx";
import { REQUEST_PATH } from "./save.ts";
import { showText } from "./shown-text.ts";
import { Icon } from "../ui/icons.tsx";

function open(example: Example): void {
  replaceRequest(`open ${example.name}`, openExample(example, fittingRange()));
  showToast(`Opened ${example.name}`, "success", undo);
}

const textOfExample = ({ name, about, filters, columns }: Example): RequestTextProps => {
  const { start, end } = fittingRange();
  const request = { ...requestOfFormulas({ name, start, end, filters, columns }), description: about };
  return { kind: "request", name, request };
};

/** Own and built-in ones: those of before stand here until the new ones have come. */
const TEMPLATES = { ...routeQuery("templates", { query: { page_size: 100 } }), ...NEVER_STALE, staleTime: 0 };

/** Examples to learn from and templates to begin from. */
export function TemplateList(): ReactNode {
  const items = useQuery(TEMPLATES).data?.items ?? null;
  const [all, setAll] = useState(false);
  const listed = all ? items : (items?.slice(0, 5) ?? null);
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
            <AsText name={example.name} onOpen={() => showText(textOfExample(example))} />
          </li>
        ))}
      </ul>
      {listed !== null && listed.length > 0 && (
        <>
          <h2>
            Templates <Link to="/templates">By time of day</Link>
          </h2>
          <ul className="begin">
            {listed.map(({ id, name, description, request }) => (
              <li key={id}>
                <Link to={`${REQUEST_PATH}?template=${id}`} title={description}>
                  <strong>{name}</strong>
                </Link>
                <AsText name={name} onOpen={() => showText({ kind: "template", name, description, request })} />
              </li>
            ))}
            {items !== null && items.length > listed.length && (
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

/** The way to the text of an example or template, beside its name. */
function AsText({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }): ReactNode {
  return (
    <IconButton
      size="1"
      variant="ghost"
      color="gray"
      className="as-text"
      aria-label={`${name} as text`}
      title="As text"
      onClick={onOpen}
    >
      <Icon name="page" size={12} />
    </IconButton>
  );
}
