import type { Choice, Choices } from "../commands/registry.ts";
import { LIST_ROWS } from "./entry.ts";
import type { Entry, Page } from "./entry.ts";
import { RankedIndex } from "./rank.ts";

/** Milliseconds of quiet before the server is asked. */
const DEBOUNCE_MS = 250;

/** A page of what a command asks for; where there may be more than the list holds, the server is asked as one types. */
export function choicesPage({ title, placeholder, list, search }: Choices, changed: () => void): Page {
  let choices: readonly Choice[] | null = null;
  // The first rows may come after those of a search: neither replaces the other.
  const add = (found: readonly Choice[]): void => {
    choices = [...new Map([...(choices ?? []), ...found].map((one) => [one.id, one])).values()];
    changed();
  };
  const given = list();
  if (given instanceof Promise) void given.then(add);
  else choices = given;
  let answered = "";
  let lastQuery = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (query: string, of: NonNullable<Choices["search"]>): Promise<void> => {
    const found = await of(query);
    if (query !== lastQuery) return;
    answered = query;
    add(found);
  };
  return {
    title,
    placeholder,
    groups: (typed) => {
      const query = typed.trim();
      if (search !== undefined && query !== lastQuery) {
        lastQuery = query;
        clearTimeout(timer);
        if (query !== "") timer = setTimeout(() => void ask(query, search), DEBOUNCE_MS);
      }
      if (choices === null) return [{ title, entries: [], pending: true }];
      const index = new RankedIndex(choices, (one) => one.title, { said: (one) => [one.detail ?? ""] });
      const pending = search !== undefined && query !== "" && answered !== query;
      return [{ title, entries: index.search(query, LIST_ROWS).map((one) => choiceEntry(one, changed)), pending }];
    },
  };
}

const choiceEntry = ({ id, title, detail, disabled, choices, run }: Choice, changed: () => void): Entry => ({
  value: `choice ${id}`,
  title,
  ...(detail === undefined ? {} : { detail }),
  disabled: disabled ?? null,
  ...(choices === undefined ? {} : { page: () => choicesPage(choices, changed) }),
  ...(run === undefined ? {} : { run }),
});
