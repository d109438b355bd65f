import type { ReactNode } from "react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { REQUEST_PATH } from "../builder/save.ts";
import { user } from "../state/session/session.ts";
import type { Source } from "../state/slices/builder.ts";
import { draftsOf } from "../state/slices/draft.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { draftAddress } from "./draft-address.ts";

const MAX_TEMPLATES = 4;

function aboutDraft({ kind, id, template }: Source): string {
  if (id !== null) return `Changes to a ${kind} that are not saved`;
  if (template !== null) return "Begun from a template";
  return kind === "template" ? "New template, not saved yet" : "New request, not run yet";
}

/** Work to go on with: what was typed in this browser and not saved, and the own templates. */
export function Unfinished(): ReactNode {
  const { email } = useSnapshot(user);
  const [drafts] = useState(() => draftsOf(email));
  const own = useRoute("ownTemplates", { query: { page_size: MAX_TEMPLATES } }).value?.items ?? [];
  return (
    <section className="panel" aria-label="Go on with">
      <header>
        <h2>Go on with</h2>
        <Link to="/templates">Templates</Link>
      </header>
      {drafts.length === 0 && own.length === 0 && (
        <p className="nothing">
          What you write and do not run yet waits here. Begin from a <Link to="/templates">template</Link> or{" "}
          <Link to={REQUEST_PATH}>blank</Link>.
        </p>
      )}
      <ul className="recent">
        {drafts.map(({ source, name }) => (
          <li key={draftAddress(source)}>
            <Link to={draftAddress(source)}>
              {name === "" ? "Without a name" : name}
              <small>{aboutDraft(source)}</small>
            </Link>
          </li>
        ))}
        {own.map(({ id, name }) => (
          <li key={id}>
            <Link to={`${REQUEST_PATH}?template=${id}`}>
              {name}
              <small>Template of yours</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
