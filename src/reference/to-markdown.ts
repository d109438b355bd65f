import type { Block, Page } from "./page.ts";

/** Where a bar within code would end a cell. */
const cell = (content: string): string => content.replaceAll("|", String.raw`\|`).replaceAll("\n", " ");

function block(one: Block): string {
  switch (one.kind) {
    case "text":
      return one.text;
    case "heading":
      return `## ${one.text}`;
    case "entry":
      return `<a id="${one.anchor}"></a>\n\n### ${one.title}`;
    case "list":
      return one.items.map((item) => `- ${item}`).join("\n");
    case "table": {
      const rows = one.rows.map(([first = "", ...more], index) => {
        const anchor = one.anchors?.[index];
        return [anchor === undefined ? first : `<a id="${anchor}"></a>${first}`, ...more];
      });
      return [one.head, one.head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");
    }
    case "code":
      return `\`\`\`formula\n${one.lines.join("\n")}\n\`\`\``;
    case "request":
      return `\`\`\`scan\n${one.text.trimEnd()}\n\`\`\``;
  }
  return one satisfies never;
}

/** A page for the folder `docs/reference`, not yet formatted. Links between pages get their file ending. */
export function toMarkdown({ title, summary, blocks }: Page): string {
  const generated =
    "<!-- Generated from the catalogues of src by tests/docs/reference.test.ts; `npm run docs` writes it anew. -->";
  return [`# ${title}`, generated, summary, ...blocks.map(block)]
    .join("\n\n")
    .replaceAll(
      /\]\(([a-z-]+)(#[\w.-]+)?\)/g,
      (_whole, name: string, anchor: string | undefined) => `](${name}.md${anchor ?? ""})`,
    );
}
