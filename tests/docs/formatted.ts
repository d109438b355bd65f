import { format } from "oxfmt";

/** A page of Markdown as the formatter writes it. */
export async function formatted(page: string): Promise<string> {
  const { code, errors } = await format("page.md", page);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return code;
}
