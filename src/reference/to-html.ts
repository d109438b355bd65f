import type { Block, Page } from "./page.ts";
import { excerptOf, MAX_PLACES, searchReference } from "./search.ts";

const escape = (content: string): string =>
  content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Marks and links of a text; everything else is only text. */
function inline(content: string): string {
  return content
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`")
        ? `<code>${escape(part.slice(1, -1))}</code>`
        : escape(part).replaceAll(
            /\[([^\]]+)\]\(([a-z-]*)(#[\w.-]+)?\)/g,
            (_whole, label: string, name: string, anchor: string | undefined) =>
              `<a href="${name === "" ? "" : `/reference/${name}`}${anchor ?? ""}">${label}</a>`,
          ),
    )
    .join("");
}

function block(one: Block): string {
  switch (one.kind) {
    case "text":
      return `<p>${inline(one.text)}</p>`;
    case "heading":
      return `<h2 id="${escape(one.anchor)}">${inline(one.text)}</h2>`;
    case "entry":
      return `<h3 id="${escape(one.anchor)}"><a href="#${escape(one.anchor)}">${inline(one.title)}</a></h3>`;
    case "list":
      return `<ul>${one.items.map((item) => `<li>${inline(item)}</li>`).join("")}</ul>`;
    case "table":
      return `<div class="scrolls" tabindex="0"><table><thead><tr>${one.head
        .map((cell) => `<th scope="col">${inline(cell)}</th>`)
        .join("")}</tr></thead><tbody>${one.rows
        .map(
          (row, index) =>
            `<tr${one.anchors?.[index] === undefined ? "" : ` id="${escape(one.anchors[index])}"`}>${row.map((cell) => `<td>${inline(cell)}</td>`).join("")}</tr>`,
        )
        .join("")}</tbody></table></div>`;
    case "code":
      return `<pre><code>${escape(one.lines.join("\n"))}</code></pre>`;
    case "request":
      return `<pre><code>${escape(one.text)}</code></pre>`;
  }
  return one satisfies never;
}

/** From how many headings on a page lists them. */
const MIN_HEADINGS = 3;

/** The headings of a page, with its entries where it has few headings, as links: beside it, or above it where that is narrow. */
function contents({ blocks }: Page): { readonly above: string; readonly beside: string } {
  const headings = blocks.flatMap((one) => (one.kind === "heading" ? [{ title: one.text, anchor: one.anchor }] : []));
  const withEntries = blocks.flatMap((one) =>
    one.kind === "heading"
      ? [{ title: one.text, anchor: one.anchor }]
      : one.kind === "entry"
        ? [{ title: one.title, anchor: one.anchor }]
        : [],
  );
  const listed = headings.length >= MIN_HEADINGS ? headings : withEntries;
  if (listed.length < MIN_HEADINGS) return { above: "", beside: "" };
  const links = listed.map(({ title, anchor }) => `<li><a href="#${escape(anchor)}">${inline(title)}</a></li>`);
  const list = `<ul>${links.join("")}</ul>`;
  return {
    above: `<details class="contents"${headings.length >= MIN_HEADINGS ? " open" : ""}><summary>On this page</summary>${list}</details>`,
    beside: `<aside class="contents" aria-label="On this page"><h2>On this page</h2>${list}</aside>`,
  };
}

/** A page of the reference. */
export const toHtml = (page: Page, pages: readonly Page[]): string =>
  document(
    page,
    pages,
    `<p class="summary">${inline(page.summary)}</p>
<p class="other"><a href="/reference/${page.name}.md">This page as Markdown</a></p>
${contents(page).above}
${page.blocks.map(block).join("\n")}`,
  );

/** What was found of a query, or how to ask. */
export function searchHtml(query: string, pages: readonly Page[]): string {
  const found = searchReference(pages, query);
  const items = found.map(({ page, anchor, title, text }) => {
    const place = anchor === "" ? "" : `#${escape(anchor)}`;
    const said = excerptOf(text, query);
    return `<li><a href="/reference/${page.name}${place}">${escape(title)}</a> <small>${escape(page.title)}</small>${said === "" ? "" : `<p>${escape(said)}</p>`}</li>`;
  });
  const count =
    found.length === 1 ? "1 place" : `${found.length}${found.length === MAX_PLACES ? " or more" : ""} places`;
  const summary =
    query.trim() === ""
      ? "Type what you look for: a function, a field, a code, any words."
      : `${count} for “${escape(query.trim())}”`;
  const page = { name: "search", title: "Search", summary: "", blocks: [] };
  return document(
    page,
    pages,
    `<p class="summary" role="status">${summary}</p>\n<ol class="found">${items.join("")}</ol>`,
    query,
  );
}

/** A whole document: no script, one style sheet, a way to every other page. */
function document(page: Page, pages: readonly Page[], content: string, query = ""): string {
  const current = (one: Page): string => (one.name === page.name ? ' aria-current="page"' : "");
  const nav = pages.map((one) => `<li><a href="/reference/${one.name}"${current(one)}>${escape(one.title)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)} – Scanbook reference</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/reference/reference.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a href="/"><img src="/favicon.svg" alt="" width="24" height="24">Scanbook</a><form role="search" action="/reference/search"><input type="search" name="q" value="${escape(query)}" maxlength="200" aria-label="Search in the reference" placeholder="Search in the reference"><button>Search</button></form></header>
<nav aria-label="Reference"><ul>${nav.join("")}</ul></nav>
<main id="content">
<h1>${escape(page.title)}</h1>
${content}
</main>
${contents(page).beside}
</body>
</html>
`;
}
