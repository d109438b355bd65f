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

/** The headings of a page, and its entries where it has no headings, as links. */
function contents({ blocks }: Page): string {
  const headings = blocks.flatMap((one) => (one.kind === "heading" ? [{ title: one.text, anchor: one.anchor }] : []));
  const entries = blocks.flatMap((one) => (one.kind === "entry" ? [one] : []));
  const listed = headings.length >= MIN_HEADINGS ? headings : entries;
  if (listed.length < MIN_HEADINGS) return "";
  const links = listed.map(({ title, anchor }) => `<li><a href="#${escape(anchor)}">${inline(title)}</a></li>`);
  return `<details class="contents"${headings.length >= MIN_HEADINGS ? " open" : ""}><summary>On this page</summary><ul>${links.join("")}</ul></details>`;
}

/** A page of the reference. */
export const toHtml = (page: Page, pages: readonly Page[]): string =>
  document(
    page,
    pages,
    `<p class="summary">${inline(page.summary)}</p>
<p class="other"><a href="/reference/${page.name}.md">This page as Markdown</a></p>
${contents(page)}
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
<header><a href="/">Scanbook</a><form role="search" action="/reference/search"><input type="search" name="q" value="${escape(query)}" maxlength="200" aria-label="Search in the reference" placeholder="Search in the reference"><button>Search</button></form></header>
<nav aria-label="Reference"><ul>${nav.join("")}</ul></nav>
<main id="content">
<h1>${escape(page.title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** Light and dark as the system asks, readable at 360 pixels. */
export const REFERENCE_STYLE = `:root { color-scheme: light dark; --line: #8884; --mark: #8882; }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 0 1rem 4rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2rem; }
header { padding: 1rem 0; font-weight: 600; display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 2rem; }
form { display: flex; flex: 1 1 16rem; min-width: 0; max-width: 32rem; gap: 0.5rem; }
input { flex: 1; width: 100%; min-width: 0; }
input, button { font: inherit; font-weight: 400; padding: 0.5rem 0.75rem; border: 1px solid #888; border-radius: 6px; background: Field; color: FieldText; }
input::placeholder { color: inherit; opacity: 0.75; }
button { background: ButtonFace; color: ButtonText; }
.other, small { font-size: 0.85em; }
.contents ul { columns: 16rem; padding-left: 1.25rem; }
.found { padding-left: 1.5rem; }
.found p { margin: 0.2rem 0 1rem; }
header a { color: inherit; text-decoration: none; }
nav ul { list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
nav a[aria-current] { font-weight: 600; }
h1 { line-height: 1.2; }
h3 { margin-top: 2rem; }
h3 a { color: inherit; text-decoration: none; }
h2, h3 { scroll-margin-top: 1rem; }
:target { outline: 2px solid #4a90e2; outline-offset: 4px; }
code { font: 0.9em ui-monospace, monospace; background: var(--mark); padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--mark); padding: 0.75rem; border-radius: 6px; overflow-x: auto; }
pre code { background: none; padding: 0; }
.scrolls { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; vertical-align: top; }
.summary { font-size: 1.1em; overflow-wrap: anywhere; }
.skip { position: absolute; top: -4rem; left: 1rem; }
.skip:focus { top: 1rem; }
@media (min-width: 60rem) {
  body { grid-template-columns: 14rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  nav ul { flex-direction: column; position: sticky; top: 1rem; }
}
`;
