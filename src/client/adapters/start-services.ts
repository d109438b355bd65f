import { subscribe } from "valtio";
import { SHELL_ROUTES } from "../../contract/index.ts";
import type { ShellAnswer } from "../../contract/index.ts";
import { callRoute } from "../state/queries/call-route.ts";
import { user } from "../state/session/session.ts";
import type { ServiceName, Started } from "./page-services.ts";
import { onPageView } from "../state/page/page-views.ts";

type Services = Pick<ShellAnswer, ServiceName>;

let started = false;

/** Reads once which third-party services are configured, and loads them. */
export async function startServices(): Promise<void> {
  if (started) return;
  started = true;
  const answer = await callRoute(SHELL_ROUTES.shell);
  if (!answer.ok) return;
  const { chat, analytics, affiliate } = answer.value;
  if (chat !== null || analytics !== null || affiliate !== null) await run({ chat, analytics, affiliate });
}

async function run({ chat, analytics, affiliate }: Services): Promise<void> {
  const { loadService } = await import("./page-services.ts");
  const started = new Map<ServiceName, Started | null>();
  const load = (name: ServiceName, service: Services[ServiceName]): void => {
    if (service !== null && !started.has(name)) started.set(name, loadService(name, service));
  };
  // An admin who acts as a user must not write to support or count as a referral in the user's name.
  const follow = (): void => {
    const own = !user.isAuth || (user.known && user.useAs === null);
    if (own) {
      load("chat", chat);
      load("affiliate", affiliate);
    }
    started.get("chat")?.shown?.(own);
  };
  const unsaid: string[] = [];
  let following = false;
  onPageView((address) => {
    unsaid.push(address.replace(/[?#].*$/s, ""));
    // A third-party script sees the address bar: nothing is loaded while it may hold a secret.
    if (!following && location.hash !== "") return;
    load("analytics", analytics);
    for (const page of unsaid.splice(0)) started.get("analytics")?.page?.(page);
    if (following) return;
    following = true;
    follow();
    subscribe(user, follow);
  });
}
