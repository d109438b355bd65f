/** Actions that other parts of the product provide for the palette. */
interface Openers {
  /** Opens the chart of a symbol in a tab of its own. */
  readonly chart: (symbol: string) => void;
  /** Puts a formula into the request where no editor has the caret. */
  readonly formula: (code: string) => void;
}

const provided = new Map<keyof Openers, Openers[keyof Openers]>();

/** Provides one of them; the returned function removes it. */
export function provideOpener<Name extends keyof Openers>(name: Name, open: Openers[Name]): () => void {
  provided.set(name, open);
  return () => {
    if (provided.get(name) === open) provided.delete(name);
  };
}

export const openerOf = (name: keyof Openers): ((text: string) => void) | null => provided.get(name) ?? null;
