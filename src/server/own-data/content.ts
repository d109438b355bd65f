import type { OwnNumbers } from "../../own-data/index.ts";
import type { ListSpans } from "../../vocabulary/index.ts";

/** The rows of a list. */
export interface ListContent {
  readonly kind: "list";
  readonly spans: ListSpans;
}

/** The rows of numbers. */
export interface NumbersContent extends OwnNumbers {
  readonly kind: "numbers";
}

export type OwnContent = ListContent | NumbersContent;

export const rowsOf = (content: OwnContent): number =>
  content.kind === "list" ? content.spans.symbols.length : content.symbols.length;

export const contentText = (content: OwnContent): string => JSON.stringify(content);

/** A content as `contentText` wrote it. */
export function readContent(kind: OwnContent["kind"], text: string): OwnContent {
  const rows: unknown = JSON.parse(text);
  // The column holds what contentText made of a content of that kind, and nothing else writes it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...(rows as object), kind } as OwnContent;
}
