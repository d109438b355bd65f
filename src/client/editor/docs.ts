import "./docs.css";

export interface Docs {
  readonly title: string;
  readonly meaning: string;
  /** Such as unit and known-at; those without a value are left out. */
  readonly facts: readonly (readonly [name: string, value: string | null])[];
  readonly example: string | null;
}

function make(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** The side panel of a suggestion and the body of a hover: meaning, facts, example. Text only, never markup. */
export function docsPanel({ title, meaning, facts, example }: Docs): HTMLElement {
  const panel = document.createElement("div");
  panel.className = "docs";
  panel.append(make("strong", title), make("p", meaning));
  const list = document.createElement("dl");
  for (const [name, value] of facts) if (value !== null) list.append(make("dt", name), make("dd", value));
  if (example !== null) {
    const shown = document.createElement("dd");
    shown.append(make("code", example));
    list.append(make("dt", "Example"), shown);
  }
  if (list.childElementCount > 0) panel.append(list);
  return panel;
}
