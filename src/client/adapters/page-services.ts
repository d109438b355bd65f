import type { PageService } from "../../contract/index.ts";

/** The calls of the page to a loaded service. */
export interface Started {
  /** A page was opened; its address is without query and fragment, which may name a person or hold a secret. */
  readonly page?: (address: string) => void;
  /** Hides it while an admin uses the app as a user, and shows it again. */
  readonly shown?: (shown: boolean) => void;
}

interface Script {
  /** What the script's element carries. */
  readonly attributes: (key: string) => Readonly<Record<string, string>>;
  /** Set up before the script runs. */
  readonly start: (key: string) => Started;
}

export type ServiceName = "chat" | "analytics" | "affiliate";

/** Defines a global function that queues its calls until the script replaces it. */
function queue(name: string): void {
  const q: unknown[] = [];
  Reflect.set(
    window,
    name,
    Object.assign((...args: unknown[]) => void q.push(args), { q }),
  );
}

/** Calls what the script has put under a name; before it runs, the queue. */
function callService(name: string, method: "push" | null, ...args: unknown[]): void {
  const there: unknown = Reflect.get(window, name);
  const of: unknown =
    method !== null && typeof there === "object" && there !== null ? Reflect.get(there, method) : there;
  if (typeof of === "function") Reflect.apply(of, there, args);
}

/** How each service's script gets its key and the page's events. The server's table lists the services. */
export const SCRIPTS: Readonly<Record<ServiceName, Readonly<Record<string, Script>>>> = {
  chat: {
    // docs.crisp.chat: Web SDK, $crisp.
    crisp: {
      attributes: () => ({}),
      start: (key) => {
        Reflect.set(window, "$crisp", []);
        Reflect.set(window, "CRISP_WEBSITE_ID", key);
        return { shown: (shown) => callService("$crisp", "push", ["do", shown ? "chat:show" : "chat:hide"]) };
      },
    },
  },
  analytics: {
    // plausible.io/docs: Custom locations, the manual script.
    plausible: {
      attributes: (key) => ({ "data-domain": key }),
      start: () => {
        queue("plausible");
        return { page: (address) => callService("plausible", null, "pageview", { u: address }) };
      },
    },
  },
  affiliate: {
    // help.rewardful.com: Setup.
    rewardful: {
      attributes: (key) => ({ "data-rewardful": key }),
      start: () => {
        Reflect.set(window, "_rwq", "rewardful");
        queue("rewardful");
        return {};
      },
    },
  },
};

/** Loads a service's script from the server's address for it; null for a service that this page does not know. */
export function loadService(name: ServiceName, { provider, key, script }: PageService): Started | null {
  const known = Object.hasOwn(SCRIPTS[name], provider) ? SCRIPTS[name][provider] : undefined;
  if (known === undefined) return null;
  const started = known.start(key);
  const element = document.createElement("script");
  for (const [attribute, value] of Object.entries(known.attributes(key))) element.setAttribute(attribute, value);
  element.async = true;
  element.src = script;
  document.head.append(element);
  return started;
}
