import type { Input } from "./input.ts";
import type { ImportContext } from "./run-import.ts";

/** Puts into the report how a file is read: columns that are left out, what was translated, whose symbol its name gave. */
export function reportInput(context: ImportContext, { file, headerRows, ...input }: Input): void {
  for (const column of input.unknown) {
    context.unknownColumn(file, column);
    context.refuse({ file, line: Math.max(1, headerRows), field: column, reason: "unknown column", text: column });
  }
  for (const column of input.ignored ?? []) context.unknownColumn(file, column);
  if (input.translated !== undefined) context.translate(file, input.translated);
  if (input.guessedSymbol !== undefined) context.guessSymbol(file, input.guessedSymbol);
}
