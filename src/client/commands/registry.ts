/** One of the things a command asks for. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly disabled?: string | null;
  /** Asks on: the palette shows these next. */
  readonly choices?: Choices;
  readonly run?: () => void;
}

/** What a command asks for before it is done: a page of its own in the palette. */
export interface Choices {
  readonly title: string;
  readonly placeholder: string;
  readonly list: () => Promise<readonly Choice[]> | readonly Choice[];
  /** Asks the server for those that hold a query; left out where `list` gives all there are. */
  readonly search?: (query: string) => Promise<readonly Choice[]>;
}

/** What can be done, once: the palette, the shortcuts, the `?` sheet and the menus all read this. */
export interface Command {
  /** `go.my-data`, `filter.remove`: place and verb. */
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** As CodeMirror writes them: `Mod-k`; `g d` is two keys in a row, outside of text fields only. */
  readonly keys?: readonly string[];
  /** Its keys count over dialogs and menus too. */
  readonly overAll?: boolean;
  /** Found by these words too. */
  readonly words?: readonly string[];
  /** Not offered where this is false. */
  readonly when?: () => boolean;
  /** Why it cannot be done now, shown with the command in the list. */
  readonly disabled?: () => string | null;
  /** Whether it fits the current context (the selected row, the open card): then it is first in an empty palette. */
  readonly fits?: () => boolean;
  /** Asked for in the palette; `run` then opens the palette on them. */
  readonly choices?: Choices;
  readonly run: () => void;
}

const added = new Map<string, Command>();
const listeners = new Set<() => void>();
let listed: readonly Command[] = [];

function notify(): void {
  listed = [...added.values()];
  for (const listener of listeners) listener();
}

/** Adds commands; the returned function removes them. Throws on an id that is there already. */
export function addCommands(commands: readonly Command[]): () => void {
  for (const command of commands) {
    if (added.has(command.id)) throw new Error(`The command ${command.id} is there already.`);
    added.set(command.id, command);
  }
  notify();
  return () => {
    for (const { id } of commands) added.delete(id);
    notify();
  };
}

/** All commands, in the order they were added; the same list until something changes. */
export const commands = (): readonly Command[] => listed;

export const offered = (command: Command): boolean => command.when?.() !== false;

/** Runs a command unless it is not there, not offered or disabled; true where it ran. */
export function runCommand(id: string): boolean {
  const command = added.get(id);
  if (command === undefined || !offered(command) || (command.disabled?.() ?? null) !== null) return false;
  command.run();
  return true;
}

export function onCommands(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
