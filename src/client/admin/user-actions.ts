import type { AnswerOf } from "../../contract/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { showToast } from "../state/slices/toast.ts";
import { startUseAs } from "../state/sign-in/use-as.ts";

type Detail = AnswerOf<"user">;

export interface UserAction {
  readonly name: "use-as" | "block" | "activate" | "trash" | "restore" | "delete";
  readonly label: string;
  /** Why it cannot be done, shown on the disabled button. */
  readonly disabled: string | null;
  /** Asked first; null for what can be taken back by its opposite. */
  readonly question: string | null;
  /** A reason goes into the log, and may be left out. */
  readonly reason: boolean;
}

/** What an administrator may do about a user, in the state the user is in. */
export function actionsOf({ email, name, status, roles, deleted_at: deletedAt }: Detail): readonly UserAction[] {
  const admin = roles.length > 0;
  const never = admin ? "Not possible for an administrator; remove the role first." : null;
  if (deletedAt !== null) {
    return [
      { name: "restore", label: "Restore", disabled: null, question: null, reason: false },
      {
        name: "delete",
        label: "Delete for good",
        disabled: never,
        question: `${email} and everything that belongs to this user will be deleted. This cannot be undone.`,
        reason: false,
      },
    ];
  }
  const inactive = status === "active" ? null : "Only an active user can be used as.";
  return [
    { name: "use-as", label: `Use as ${name}`, disabled: never ?? inactive, question: null, reason: false },
    status === "active"
      ? {
          name: "block",
          label: "Block",
          disabled: never,
          question: `${email} will be signed out everywhere and cannot sign in until activated again.`,
          reason: true,
        }
      : { name: "activate", label: "Activate", disabled: null, question: null, reason: false },
    {
      name: "trash",
      label: "Move to trash",
      disabled: never,
      question: `${email} will be signed out everywhere. The account can be restored.`,
      reason: false,
    },
  ];
}

/** What the page does then. */
type AfterAction = "users" | "again" | "stay";

/** Does it and shows the outcome. */
export async function doAction({ name }: UserAction, { id, email }: Detail, reason: string): Promise<AfterAction> {
  const params = { id };
  switch (name) {
    case "use-as":
      await startUseAs({ id, email });
      return "stay";
    case "block":
    case "activate": {
      const status = name === "block" ? "blocked" : "active";
      const answer = await call("changeUserStatus", { body: { id, status, ...(reason === "" ? {} : { reason }) } });
      return answer.ok ? withToast(`${email} is ${status}`, "again") : failed(messageOf(answer.error));
    }
    case "trash": {
      const answer = await call("softDeleteUser", { params });
      return answer.ok ? withToast(`${email} is in the trash`, "again") : failed(messageOf(answer.error));
    }
    case "restore": {
      const answer = await call("restoreUser", { params, body: {} });
      return answer.ok ? withToast(`${email} was restored`, "again") : failed(messageOf(answer.error));
    }
    case "delete": {
      const answer = await call("deleteUser", { params });
      return answer.ok ? withToast(`${email} was deleted`, "users") : failed(messageOf(answer.error));
    }
    default:
      return name satisfies never;
  }
}

function withToast(message: string, after: AfterAction): AfterAction {
  showToast(message);
  return after;
}

function failed(message: string): AfterAction {
  showToast(message, "error");
  return "stay";
}
