/** A formula that mentions a column. */
interface ColumnReference {
  /** What the entry is called. */
  readonly label: string;
  readonly goTo: () => void;
}

/** What can be done with a column by its name; the page that holds the request provides it. */
export interface ColumnActions {
  /** False where there is no such column. */
  readonly goTo: (name: string) => boolean;
  /** Renames it in its entry and in every formula that names it; what is wrong with the name otherwise. */
  readonly rename: (from: string, to: string) => string | null;
  /** A text in which it is renamed already came back from an editor's history: the rest of the request follows. */
  readonly followRename: (from: string, to: string) => void;
  readonly references: (name: string) => readonly ColumnReference[];
}

let provided: ColumnActions | null = null;

/** Provides the actions while a page shows; the returned function removes them. */
export function provideColumnActions(actions: ColumnActions): () => void {
  provided = actions;
  return () => {
    if (provided === actions) provided = null;
  };
}

export const columnActions = (): ColumnActions | null => provided;
