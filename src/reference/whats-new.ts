import { entry, list, text } from "./page.ts";
import type { Block, Page } from "./page.ts";

const NAME = "whats-new";

/** As the pages have it: code and links within the reference stay, other links and emphasis are only text. */
const readable = (content: string): string =>
  content
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`")
        ? part
        : part
            .replaceAll(/\[([^\]]+)\]\(docs\/reference\/([a-z-]+)\.md(#[\w.-]+)?\)/g, "[$1]($2$3)")
            .replaceAll(/\[([^\]]+)\]\((?![a-z-]+(?:#[\w.-]+)?\))[^)]*\)/g, "$1")
            .replaceAll(/(\*\*|\b_|_\b)/g, ""),
    )
    .join("");

/** Paragraphs and list items, each in one line. */
function partsOf(lines: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let open = false;
  for (const line of lines) {
    if (line.trim() === "") open = false;
    else if (open && !line.startsWith("- ")) parts.push(`${parts.pop() ?? ""} ${line.trim()}`);
    else {
      parts.push(line);
      open = true;
    }
  }
  return parts;
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const part of partsOf(lines)) {
    const last = blocks.at(-1);
    if (!part.startsWith("- ")) blocks.push(text(readable(part)));
    else if (last?.kind === "list")
      blocks.splice(-1, 1, { kind: "list", items: [...last.items, readable(part.slice(2))] });
    else blocks.push(list(readable(part.slice(2))));
  }
  return blocks;
}

/** The page of the changes, the newest first, from a changelog in the form of Keep a Changelog. */
export function whatsNewPage(changelog: string): Page {
  const [, ...versions] = changelog.split(/^## /m);
  return {
    name: NAME,
    title: "What's new",
    summary: "What changed for those who use Scanbook, the newest first.",
    blocks: versions.flatMap((version) => {
      const [head = "", ...lines] = version.split("\n");
      const [, name = head, , day] = /^\[([^\]]+)\]( - (.*))?/.exec(head) ?? [];
      const isReleased = day !== undefined;
      const anchor = isReleased ? name : "newest";
      const [before = "", ...groups] = lines.join("\n").split(/^### /m);
      return [
        { kind: "heading" as const, text: isReleased ? `${name}, ${day}` : "Newest", anchor },
        ...blocksOf(before.split("\n")),
        ...groups.flatMap((group) => {
          const [title = "", ...items] = group.split("\n");
          return [entry(title, `${anchor}-${title.toLowerCase()}`), ...blocksOf(items)];
        }),
      ];
    }),
  };
}
