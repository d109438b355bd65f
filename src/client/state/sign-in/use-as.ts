import { USE_AS_ROUTES } from "../../../contract/index.ts";
import { messageOf } from "../../../api-client/index.ts";
import { callRoute } from "../queries/call-route.ts";
import { enterUseAs, leaveUseAs } from "../session/session.ts";
import { showToast } from "../slices/toast.ts";

/** Goes on as that user, from the base route; for super_admins. */
export async function startUseAs({ id, email }: { readonly id: string; readonly email: string }): Promise<void> {
  const answer = await callRoute(USE_AS_ROUTES.useAs, { params: { id }, body: {} });
  if (!answer.ok) {
    showToast(messageOf(answer.error), "error");
    return;
  }
  enterUseAs(answer.value.token, new Date(answer.value.expires_at), `Using the app as ${email}`);
}

/** Back to the own session and the base route. */
export async function stopUseAs(): Promise<void> {
  const answer = await callRoute(USE_AS_ROUTES.stopUseAs, { body: {} });
  if (!answer.ok) {
    showToast(messageOf(answer.error), "error");
    return;
  }
  leaveUseAs(answer.value.message);
}
