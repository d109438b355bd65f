import type { PageService } from "../../contract/index.ts";

/** A service that has been loaded, as far as the page tells it something. */
export interface Started {
  /** A page has come up; its address is without query and fragment, which may name a person or hold a secret. */
  readonly page?: (address: string) => void;
  /** Out of sight while an admin uses the app as somebody, and back. */
  readonly shown?: (shown: boolean) => void;
}

interface Script {
  /** What the script's element carries. */
  readonly attributes: (key: string) => Readonly<Record<string, string>>;
  /** What has to be there before the script runs. */
  readonly start: (key: string) => Started;
}

export type ServiceName = "chat" | "analytics" | "affiliate";

/** Puts a function under a name that keeps what it is told until the script replaces it. */
function queue(name: string): void {
  const q: unknown[] = [];
  Reflect.set(
    window,
    name,
    Object.assign((...told: unknown[]) => void q.push(told), { q }),
  );
}

/** Calls what the script has put under a name; before it runs, the queue. */
function tell(name: string, method: "push" | null, ...told: unknown[]): void {
  const there: unknown = Reflect.get(window, name);
  const of: unknown =
    method !== null && typeof there === "object" && there !== null ? Reflect.get(there, method) : there;
  if (typeof of === "function") Reflect.apply(of, there, told);
}

/** How each service's script is told its key, and what happens. The server's table says which there are. */
export const SCRIPTS: Readonly<Record<ServiceName, Readonly<Record<string, Script>>>> = {
  chat: {
    // docs.crisp.chat: Web SDK, $crisp.
    crisp: {
      attributes: () => ({}),
      start: (key) => {
        Reflect.set(window, "$crisp", []);
        Reflect.set(window, "CRISP_WEBSITE_ID", key);
        return { shown: (shown) => tell("$crisp", "push", ["do", shown ? "chat:show" : "chat:hide"]) };
      },
    },
  },
  analytics: {
    // plausible.io/docs: Custom locations, the manual script.
    plausible: {
      attributes: (key) => ({ "data-domain": key }),
      start: () => {
        queue("plausible");
        return { page: (address) => tell("plausible", null, "pageview", { u: address }) };
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

/** Loads a service's script from where the server says it lies; null for one that this page does not know. */
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
