import { REQUEST_PATH, TEMPLATE_PATH } from "../builder/save.ts";
import type { Source } from "../state/slices/builder.ts";

/** Where a draft is written on. */
export function draftAddress({ kind, id, template }: Source): string {
  const path = kind === "template" ? TEMPLATE_PATH : REQUEST_PATH;
  if (id !== null) return `${path}?id=${id}`;
  return template === null ? path : `${path}?template=${template}`;
}
