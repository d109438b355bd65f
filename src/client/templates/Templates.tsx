import { Button, Text, TextField } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Link } from "wouter";
import { REQUEST_PATH, TEMPLATE_PATH } from "../builder/save.ts";
import { addCommands } from "../commands/registry.ts";
import { listAddress } from "../data/list-query.ts";
import { routeQuery } from "../state/queries/route-query.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { Icon } from "../ui/icons.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { showDate } from "../ui/values.ts";
import { sectionsOf } from "./gallery.ts";
import { TemplateCard } from "./TemplateCard.tsx";
import "./templates.css";

/** Milliseconds between two looks while hits are counted. */
const LOOK = 400;
const SAMPLES = {
  ...routeQuery("templateSamples"),
  refetchInterval: ({ state }: { readonly state: { readonly data?: { readonly counting: boolean } | undefined } }) =>
    state.data?.counting === true ? LOOK : false,
} as const;

/** Templates to begin from, by the time of day at which one knows what they look for. */
export default function Templates(): ReactNode {
  const { data, error, isFetching, refetch } = useQuery(SAMPLES);
  const [query, setQuery] = useState("");
  const search = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      addCommands([
        {
          id: "templates.search",
          title: "Search the templates",
          group: "Templates",
          keys: ["s"],
          run: () => search.current?.focus(),
        },
      ]),
    [],
  );
  const countable = data?.items.filter(({ own }) => own.length === 0) ?? [];
  const sections = sectionsOf(data?.items ?? [], query);
  const failure = isFetching ? null : (error?.message ?? null);
  return (
    <main className="templates">
      <PageHead>
        <h1>Templates</h1>
        <Text color="gray" size="2" className="how-many" role="status">
          {data?.counting === true
            ? `Counting hits, ${countable.filter(({ hits }) => hits !== null).length} of ${countable.length}`
            : data !== undefined && `Hits from ${showDate(data.start)} to ${showDate(data.end)}`}
        </Text>
        <Button variant="soft" asChild>
          <Link to={TEMPLATE_PATH}>
            <Icon name="add" /> Create Template
          </Link>
        </Button>
      </PageHead>
      <TextField.Root
        ref={search}
        type="search"
        aria-label="Search the templates"
        placeholder="Search the templates"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      >
        <TextField.Slot>
          <Icon name="search" size={14} />
        </TextField.Slot>
      </TextField.Root>
      <LoadState
        loaded={{ value: data ?? null, error: failure, again: () => void refetch() }}
        height="420px"
        doing="Loading the templates"
      />
      <div onKeyDown={moveByArrow}>
        <Own query={query} />
        {sections.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {items.map((sample) => (
                <TemplateCard key={sample.id} sample={sample} counting={data?.counting === true} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {data !== undefined && sections.length === 0 && (
        <p className="nothing">
          No built-in template holds these words. <Link to={REQUEST_PATH}>Begin with a blank request</Link>
        </p>
      )}
    </main>
  );
}

/** Arrow keys go from one template to the next. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const ways = [...event.currentTarget.querySelectorAll<HTMLElement>("a.use")];
  const card = event.target instanceof Element ? event.target.closest("li") : null;
  const next = ways[ways.findIndex((way) => card?.contains(way)) + step];
  if (card === null || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Those of the user. */
function Own({ query }: { readonly query: string }): ReactNode {
  const items = useRoute("ownTemplates", { query: { page_size: 100 } }).value?.items ?? [];
  const found = items.filter(({ name, description }) =>
    `${name}\n${description}`.toLowerCase().includes(query.trim().toLowerCase()),
  );
  return (
    found.length > 0 && (
      <section aria-label="Yours">
        <h2>
          Yours <Link to={listAddress({ view: "templates" })}>Edit in My Data</Link>
        </h2>
        <ul>
          {found.map(({ id, name, description }) => (
            <li key={id} className="template-card">
              <h3>{name}</h3>
              {description !== "" && <p>{description}</p>}
              <footer>
                <Button size="1" asChild>
                  <Link to={`${REQUEST_PATH}?template=${id}`} className="use" aria-label={`Use ${name}`}>
                    Use
                  </Link>
                </Button>
              </footer>
            </li>
          ))}
        </ul>
      </section>
    )
  );
}
