/** A guard from anything given to one of the names of a table. */
export const isOneOf =
  <Name extends string | number>(names: readonly Name[]) =>
  (given: unknown): given is Name =>
    names.some((name) => name === given);

/** The names of a table that is keyed by them, in its order. */
export const keysOf = <Table extends object>(table: Table): readonly (keyof Table & string)[] =>
  Object.keys(table).filter((key): key is keyof Table & string => Object.hasOwn(table, key));

/** A table made from all of its names and what stands under each; that it is what belongs there is the caller's to know. */
export const tableOf = <Table extends object>(
  names: readonly (keyof Table & string)[],
  of: (name: keyof Table & string) => Table[keyof Table],
): Table =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names
  Object.fromEntries(names.map((name) => [name, of(name)])) as Table;
