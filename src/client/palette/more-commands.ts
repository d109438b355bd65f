import { navigate } from "wouter/use-browser-location";
import { caretTarget } from "../state/page/caret.ts";
import { user } from "../state/session/session.ts";
import { stopUseAs } from "../state/sign-in/use-as.ts";
import { appearance, APPEARANCES } from "../state/slices/appearance.ts";
import { sidebar } from "../state/slices/sidebar.ts";
import { takeTour } from "../tour/take-tour.ts";
import type { Command } from "../commands/registry.ts";
import { columnsOnScreen } from "../results/grid/column-actions.ts";
import { columnCommands } from "../results/grid/column-menu.ts";

interface Place {
  readonly id: string;
  readonly title: string;
  readonly to: string;
}

const PARTS_OF_SETTINGS: readonly (Place & { readonly own?: true })[] = (
  [
    ["profile", "Profile", false],
    ["sign-in", "Sign-in", true],
    ["sessions", "Sessions", true],
    ["tokens", "API tokens", true],
    ["webhooks", "Webhooks", false],
    ["security", "Security log", true],
    ["delete", "Delete account", true],
  ] as const
).map(([part, title, own]) => ({
  id: `settings.${part}`,
  title,
  to: `/user-profile/settings?part=${part}`,
  ...(own ? { own } : {}),
}));

const LISTS: readonly Place[] = [
  { id: "go.favourites", title: "Favourites", to: "/?view=favourites" },
  { id: "go.updates", title: "Daily updates", to: "/?view=updates" },
  { id: "go.templates", title: "Templates", to: "/?view=templates" },
  { id: "go.folders", title: "Folders", to: "/?view=folders" },
  { id: "go.trash", title: "Trash", to: "/?view=trash" },
  { id: "go./template", title: "Create Template", to: "/template" },
];

const ADMIN: readonly Place[] = [
  { id: "go./admin/metrics", title: "Metrics", to: "/admin/metrics" },
  { id: "go./admin/activity", title: "Activity", to: "/admin/activity" },
  { id: "go./admin/market", title: "Market data", to: "/admin/market" },
];

const isAdmin = (): boolean => user.isAuth && user.roles.includes("super_admin") && user.useAs === null;

const going =
  (group: string, when: () => boolean) =>
  ({ id, title, to }: Place): Command => ({ id, title, group, when, run: () => navigate(to) });

/** The run whose rows, study or sweep stand here, or whose request is open in the builder; null elsewhere. */
function runHere(): string | null {
  const of = /^\/data-request\/(\w+)\/(?:results|study|sweep)$/.exec(location.pathname)?.[1];
  return of ?? (location.pathname === "/data-request" ? new URLSearchParams(location.search).get("id") : null);
}

/** What a run is looked at by. */
const OF_RUN = [
  { page: "results", title: "Rows of this run", words: ["results", "table"] },
  { page: "study", title: "Study of this run", words: ["outcome", "edge", "win rate", "base rate", "expectancy"] },
  { page: "sweep", title: "Sweep of this run", words: ["parameters", "settings", "optimise", "held out"] },
] as const;

/** A key of the editor, for what it does with its text. */
const inEditor = (id: string, title: string, keys: string, init: KeyboardEventInit): Command => ({
  id,
  title,
  group: "Formula",
  keys: [keys],
  when: () => caretTarget() !== null,
  run: () => {
    const { view } = caretTarget() ?? {};
    view?.focus();
    view?.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));
  },
});

const MAC = /Mac|iP(hone|ad)/.test(navigator.userAgent);
const mod = MAC ? { metaKey: true } : { ctrlKey: true };

/** Commands without keys of the whole page, which nobody needs before the palette is there. */
export const moreCommands = (): readonly Command[] => [
  ...APPEARANCES.toReversed().map(({ value, label }): Command => ({
    id: `theme.${value}`,
    title: label,
    group: "Theme",
    disabled: () => (appearance.chosen === value ? "It is so already" : null),
    run: () => {
      appearance.chosen = value;
    },
  })),
  ...([true, false] as const).map((folded): Command => ({
    id: folded ? "view.fold" : "view.unfold",
    title: folded ? "Fold the navigation" : "Unfold the navigation",
    group: "View",
    when: () => sidebar.folded !== folded,
    run: () => {
      sidebar.folded = folded;
    },
  })),
  {
    id: "help.tour",
    title: "Take the tour",
    group: "Help",
    words: ["first steps", "introduction", "guide", "help"],
    when: () => user.isAuth,
    run: takeTour,
  },
  ...LISTS.map(going("My Data", () => user.isAuth)),
  ...PARTS_OF_SETTINGS.map(({ own, ...part }): Command => ({
    ...going("Account settings", () => user.isAuth)(part),
    disabled: () => (own === true && user.useAs !== null ? "Closed while you use the app as somebody else" : null),
  })),
  ...ADMIN.map(going("Admin", isAdmin)),
  {
    id: "admin.stop-use-as",
    title: "Stop use-as",
    group: "Admin",
    when: () => user.useAs !== null,
    fits: () => true,
    run: () => void stopUseAs(),
  },
  ...OF_RUN.map(({ page, title, words }): Command => ({
    id: `run.${page}`,
    title,
    group: "Results",
    words,
    when: () => user.isAuth && runHere() !== null && !location.pathname.endsWith(`/${page}`),
    run: () => navigate(`/data-request/${runHere() ?? ""}/${page}`),
  })),
  ...columnCommands(columnsOnScreen),
  inEditor("formula.undo", "Undo in the formula", "Mod-z", { key: "z", ...mod }),
  inEditor("formula.redo", "Redo in the formula", "Mod-Shift-z", { key: "z", shiftKey: true, ...mod }),
];
