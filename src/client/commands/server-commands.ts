import { call, messageOf } from "../state/calls.ts";
import { user } from "../state/session.ts";
import { showToast } from "../state/toast.ts";
import { startUseAs } from "../state/use-as.ts";
import { askFor } from "./choices.ts";
import type { Choice, Choices, Command } from "./registry.ts";

const MOST = 100;

async function moveTo(id: string, folder: { readonly id: string; readonly name: string }): Promise<void> {
  const answer = await call("attachFolder", { params: { id }, body: { folder_id: folder.id } });
  showToast(answer.ok ? `Moved to ${folder.name}` : messageOf(answer.error), answer.ok ? "success" : "error");
}

/** The folders a request may go to. */
const foldersFor = (id: string, name: string): Choices => ({
  title: name,
  placeholder: "To which folder",
  list: async () => {
    const answer = await call("folders", { query: { page_size: MOST, sort: "name" } });
    if (!answer.ok) return [{ id: "none", title: "Folders", disabled: messageOf(answer.error) }];
    if (answer.value.items.length === 0)
      return [{ id: "none", title: "Folders", disabled: "There are no folders yet" }];
    return answer.value.items.map((folder): Choice => ({
      id: folder.id,
      title: folder.name,
      detail: `${folder.requests} ${folder.requests === 1 ? "request" : "requests"}`,
      run: () => void moveTo(id, folder),
    }));
  },
});

const MOVE: Choices = {
  title: "Move to folder",
  placeholder: "Which request",
  list: async () => {
    const answer = await call("list", { query: { page_size: MOST } });
    if (!answer.ok) return [{ id: "none", title: "Requests", disabled: messageOf(answer.error) }];
    return answer.value.items.map(({ id, name, status }): Choice => ({
      id,
      title: name,
      detail: status,
      choices: foldersFor(id, name),
    }));
  },
};

const USE_AS: Choices = {
  title: "Use as",
  placeholder: "Which user",
  list: async () => {
    const answer = await call("users", { query: { page_size: MOST, sort: "seen" } });
    if (!answer.ok) return [{ id: "none", title: "Users", disabled: messageOf(answer.error) }];
    return answer.value.items.map(({ id, email, name, roles, status }): Choice => ({
      id,
      title: email,
      detail: name,
      disabled: roles.length > 0 ? "An administrator is nobody to act as" : status === "active" ? null : status,
      run: () => void startUseAs(id),
    }));
  },
};

/** Commands that ask the server first. */
export const serverCommands = (): readonly Command[] => [
  {
    id: "request.move",
    title: "Move to folder…",
    group: "Requests",
    words: ["folder", "sort"],
    when: () => user.isAuth,
    choices: MOVE,
    run: () => void askFor(MOVE),
  },
  {
    id: "admin.use-as",
    title: "Use as…",
    group: "Admin",
    words: ["impersonate", "user"],
    when: () => user.isAuth && user.roles.includes("super_admin"),
    disabled: () => (user.usedBy === null ? null : "Already using the app as somebody else"),
    choices: USE_AS,
    run: () => void askFor(USE_AS),
  },
];
