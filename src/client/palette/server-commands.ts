import type { AnswerOf } from "../../contract/index.ts";
import { navigate } from "wouter/use-browser-location";
import { caretTarget } from "../state/page/caret.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { user } from "../state/session/session.ts";
import { showToast } from "../state/slices/toast.ts";
import { startUseAs } from "../state/sign-in/use-as.ts";
import { choicesPage } from "./choices-page.ts";
import { arrived, openPalette } from "./model.ts";
import type { Choice, Choices, Command } from "../commands/registry.ts";

/** Opens the palette on what a command asks for. */
const askFor = (choices: Choices): void => openPalette(choicesPage(choices, arrived));

/** Rows that are shown before one types, and that a search brings. */
const MAX_CHOICES = 50;

async function moveTo(id: string, folder: { readonly id: string; readonly name: string }): Promise<void> {
  const answer = await call("attachFolder", { params: { id }, body: { folder_id: folder.id } });
  showToast(answer.ok ? `Moved to ${folder.name}` : messageOf(answer.error), answer.ok ? "success" : "error");
}

type List = "list" | "folders" | "users" | "templates";
type Row<Name extends List> = AnswerOf<Name>["items"][number];

/** Choices that the server has: the first of them, and those that hold what is typed. */
function served<Name extends List>(
  name: Name,
  what: { readonly title: string; readonly placeholder: string; readonly none: string; readonly sort: string },
  choice: (row: Row<Name>) => Choice,
): Choices {
  const { title, placeholder, none, sort } = what;
  const ask = async (q: string): Promise<readonly Choice[]> => {
    const answer = await call(name, { query: { page_size: MAX_CHOICES, sort, q } });
    if (!answer.ok) return [{ id: "none", title, disabled: messageOf(answer.error) }];
    const rows: readonly Row<Name>[] = answer.value.items;
    return rows.length === 0 && q === "" ? [{ id: "none", title, disabled: none }] : rows.map(choice);
  };
  return { title, placeholder, list: () => ask(""), search: ask };
}

/** The folders a request may go to. */
const foldersFor = (id: string, name: string): Choices =>
  served(
    "folders",
    { title: name, placeholder: "To which folder", none: "There are no folders yet", sort: "name" },
    (folder) => ({
      id: folder.id,
      title: folder.name,
      detail: `${folder.requests} ${folder.requests === 1 ? "request" : "requests"}`,
      run: () => void moveTo(id, folder),
    }),
  );

const MOVE = served(
  "list",
  { title: "Move to folder", placeholder: "Which request", none: "There are no requests yet", sort: "date" },
  ({ id, name, status }) => ({ id, title: name, detail: status, choices: foldersFor(id, name) }),
);

const USE_AS = served(
  "users",
  { title: "Use as", placeholder: "Which user", none: "There are no users yet", sort: "seen" },
  ({ id, email, name, roles, status }) => ({
    id,
    title: email,
    detail: name,
    disabled: roles.length > 0 ? "Administrators cannot be used as" : status === "active" ? null : status,
    run: () => void startUseAs({ id, email }),
  }),
);

const TEMPLATES = served(
  "templates",
  { title: "Open template", placeholder: "Which template", none: "There are no templates yet", sort: "name" },
  ({ id, name, builtin, description }) => ({
    id,
    title: name,
    detail: description === "" ? (builtin ? "built in" : "own") : description,
    run: () => navigate(`/data-request?template=${id}`),
  }),
);

/** Commands that ask the server first. */
export const serverCommands = (): readonly Command[] => [
  {
    id: "request.move",
    title: "Move to folder…",
    group: "Requests",
    words: ["folder", "sort"],
    when: () => user.isAuth,
    choices: MOVE,
    run: () => askFor(MOVE),
  },
  {
    id: "request.open-template",
    title: "Open template…",
    group: "Request",
    when: () => user.isAuth,
    fits: () => location.pathname === "/data-request" && caretTarget() === null,
    choices: TEMPLATES,
    run: () => askFor(TEMPLATES),
  },
  {
    id: "admin.use-as",
    title: "Use as…",
    group: "Admin",
    words: ["impersonate", "user"],
    when: () => user.isAuth && user.roles.includes("super_admin"),
    disabled: () => (user.useAs === null ? null : "Already using the app as another user"),
    choices: USE_AS,
    run: () => askFor(USE_AS),
  },
];
