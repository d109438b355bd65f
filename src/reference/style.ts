/** The sheet of all pages: light and dark as the system asks, in the colours of the app, readable at 320 pixels. */
export const REFERENCE_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c2024, #edeef0);
  --quiet: light-dark(#60646c, #b0b4ba);
  --link: light-dark(#0b61ad, #70b8ff);
  --page: light-dark(#fff, #18191b);
  --mark: light-dark(#f0f0f3, #272a2d);
  --line: light-dark(#e0e1e6, #363a3f);
  --here: light-dark(#e6f4fe, #0d2847);
}
* { box-sizing: border-box; }
body { font: 15px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; margin: 0 auto; max-width: 92rem; padding: 0 1.25rem 4rem; color: var(--text); background: var(--page); display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2.5rem; }
a { color: var(--link); }
header { padding: 0.75rem 0; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 2rem; background: var(--page); }
header a { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.25rem; font-weight: 600; color: inherit; text-decoration: none; }
form { display: flex; flex: 1 1 16rem; min-width: 0; max-width: 32rem; gap: 0.5rem; }
input { flex: 1; width: 100%; min-width: 0; }
input, button { font: inherit; padding: 0.3rem 0.75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: inherit; }
input { border-color: light-dark(#8b8d98, #696e77); }
input::placeholder { color: var(--quiet); opacity: 1; }
button { background: var(--mark); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
nav { padding: 1rem 0; font-size: 14px; }
nav ul { list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: 0 0.25rem; }
nav a { display: flex; align-items: center; padding: 0.2rem 0.6rem; border-radius: 6px; color: var(--quiet); text-decoration: none; }
nav a:hover { background: var(--mark); color: var(--text); }
nav a[aria-current] { background: var(--here); color: var(--link); font-weight: 600; }
main { min-width: 0; }
h1 { margin: 1rem 0 0.5rem; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 2rem 0 0.5rem; font-size: 1.05rem; line-height: 1.4; }
h2, h3, tr { scroll-margin-top: 1rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { color: var(--link); }
h3 a:hover::after { content: " #"; color: var(--quiet); }
main > p, main > ul, main > ol { max-width: 46rem; }
.summary { font-size: 1.1em; color: var(--quiet); overflow-wrap: anywhere; }
.other, small { font-size: 0.85em; }
.found { padding-left: 1.5rem; }
.found p { margin: 0.2rem 0 1rem; }
.contents { font-size: 14px; }
.contents a { color: var(--quiet); text-decoration: none; }
.contents a:hover { color: var(--link); }
.contents code { background: none; padding: 0; }
details.contents { padding: 0.5rem 0.9rem; border: 1px solid var(--line); border-radius: 8px; }
details.contents ul { columns: 14rem; padding-left: 1.1rem; margin: 0.25rem 0; }
summary { cursor: pointer; font-weight: 600; }
aside.contents { display: none; }
:target { outline: 2px solid var(--link); outline-offset: 4px; border-radius: 2px; }
code { font: 0.87em ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--mark); padding: 0.12em 0.35em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--mark); padding: 0.75rem 1rem; border-radius: 8px; overflow-x: auto; line-height: 1.5; }
pre code { background: none; padding: 0; }
.scrolls { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; line-height: 1.5; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 1rem 0.4rem 0; text-align: left; vertical-align: top; }
th { font-size: 13px; font-weight: 500; color: var(--quiet); }
.skip { position: absolute; top: -4rem; left: 1rem; }
.skip:focus { top: 1rem; }
@media (min-width: 60rem) {
  body { grid-template-columns: 12rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; }
  h2, h3, tr { scroll-margin-top: 4.5rem; }
  nav ul { flex-direction: column; position: sticky; top: 4.5rem; }
}
@media (min-width: 80rem) {
  body:has(aside.contents) { grid-template-columns: 12rem minmax(0, 1fr) 14rem; }
  details.contents { display: none; }
  aside.contents { display: block; grid-column: 3; grid-row: 2; position: sticky; top: 4.5rem; align-self: start; max-height: calc(100vh - 6rem); margin-top: 1rem; overflow-y: auto; font-size: 13px; }
  aside.contents h2 { margin: 0 0 0.4rem; padding: 0; border: 0; font-size: 13px; font-weight: 600; }
  aside.contents ul { list-style: none; margin: 0; padding: 0; }
  aside.contents a { display: block; padding: 0.15rem 0; overflow-wrap: anywhere; }
}
@media (pointer: coarse) {
  header a, nav a, input, button, summary { min-height: 44px; }
  summary { display: list-item; line-height: 44px; }
  nav a { padding-inline: 0.75rem; }
  .contents a, .other a, h3 a, .found > li > a, td > a:only-child { display: inline-flex; align-items: center; min-width: 44px; min-height: 44px; }
}
`;
