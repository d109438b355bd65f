import { commands, offered, runCommand } from "../commands/registry.ts";
import type { Command } from "../commands/registry.ts";
import { choicesPage } from "./choices-page.ts";
import { actionIndex, rankedAction, rankActions } from "./ranked-actions.ts";
import type { RankedAction } from "./ranked-actions.ts";
import type { Entry } from "./entry.ts";
import { pageButtons } from "./page-buttons.ts";
import type { RankedIndex } from "./rank.ts";
import { BUTTON_SYNONYMS } from "./synonyms.ts";
import { usesNow } from "./uses.ts";

interface Known extends RankedAction {
  readonly entry: (changed: () => void) => Entry;
}

const commandEntry = (command: Command, changed: () => void): Entry => {
  const { id, title, group, keys, choices } = command;
  return {
    value: `command ${id}`,
    title,
    detail: group,
    ...(keys === undefined ? {} : { keys }),
    disabled: command.disabled?.() ?? null,
    ...(choices === undefined ? {} : { page: () => choicesPage(choices, changed) }),
    run: () => void runCommand(id),
  };
};

const knownCommand = (command: Command): Known => ({
  ...rankedAction(command),
  entry: (changed) => commandEntry(command, changed),
});

/** The palette's own commands are of no use inside it. */
const OWN = "palette.";

const offeredNow = (): readonly Command[] =>
  commands().filter((command) => offered(command) && !command.id.startsWith(OWN));

const plain = (title: string): string => title.toLowerCase().replace(/…$/, "").trim();

function buttonsBesides(named: ReadonlySet<string>): readonly Known[] {
  return pageButtons()
    .filter(({ name }) => !named.has(plain(name)))
    .map(({ name, place, disabled, press }) => {
      const value = `button ${name} ${place}`;
      const entry: Entry = { value, title: name, detail: place, disabled, run: press };
      return {
        value,
        title: name,
        detail: place,
        said: BUTTON_SYNONYMS.get(plain(name)) ?? [],
        fits: false,
        entry: () => entry,
      };
    });
}

let indexOf: { readonly all: readonly Command[]; readonly index: RankedIndex<Known> } | null = null;

/** The page may look different by the next time. */
export function forgetCommands(): void {
  indexOf = null;
}

function index(): RankedIndex<Known> {
  const all = commands();
  if (indexOf?.all !== all) {
    const known = offeredNow().map(knownCommand);
    const buttons = buttonsBesides(new Set(known.map(({ title }) => plain(title))));
    indexOf = { all, index: actionIndex([...known, ...buttons]) };
  }
  return indexOf.index;
}

/** Commands that are offered now, and buttons of the page; without a query the commands alone. */
export function commandEntries(query: string, most: number, changed: () => void): readonly Entry[] {
  if (query.trim() === "")
    return offeredNow()
      .slice(0, most)
      .map((command) => commandEntry(command, changed));
  return rankActions(index(), query, most, usesNow(), Date.now()).map(({ item, points }) => ({
    ...item.entry(changed),
    points,
  }));
}

/** Commands that fit what one is at; those that ask for something come behind those that are done at once. */
export const fittingEntries = (changed: () => void): readonly Entry[] =>
  offeredNow()
    .filter((command) => command.fits?.() === true)
    .toSorted((one, other) => Number(one.choices !== undefined) - Number(other.choices !== undefined))
    .map((command) => commandEntry(command, changed));
