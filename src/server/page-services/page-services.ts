/** Where a service's script may reach, beside what the page itself may: parts of the Content Security Policy. */
export interface Reach {
  readonly script: readonly string[];
  readonly connect?: readonly string[];
  readonly image?: readonly string[];
  readonly style?: readonly string[];
  readonly font?: readonly string[];
  readonly media?: readonly string[];
  readonly frame?: readonly string[];
  readonly worker?: readonly string[];
}

/** A third-party service whose script runs in the page. */
export interface ServiceKind {
  readonly script: string;
  /** Pattern of its public key. */
  readonly key: RegExp;
  readonly reach: Reach;
}

/**
 * The services that can be configured, by kind. A new one needs an entry here and one in the page, which passes the key to
 * its script. Their access is what their makers document as needed.
 */
export const PAGE_SERVICES = {
  chat: {
    // docs.crisp.chat: Crisp Domain Names. Calls and the waiting game are left out.
    crisp: {
      script: "https://client.crisp.chat/l.js",
      key: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      reach: {
        script: ["https://client.crisp.chat"],
        connect: ["https://client.crisp.chat", "https://storage.crisp.chat", "wss://client.relay.crisp.chat"],
        image: ["https://client.crisp.chat", "https://image.crisp.chat", "https://storage.crisp.chat"],
        style: ["https://client.crisp.chat"],
        font: ["https://client.crisp.chat"],
        media: ["https://client.crisp.chat"],
        worker: ["blob:"],
      },
    },
  },
  analytics: {
    // plausible.io/docs; the key is the domain the site is known under.
    plausible: {
      script: "https://plausible.io/js/script.manual.js",
      key: /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/,
      reach: { script: ["https://plausible.io"], connect: ["https://plausible.io"] },
    },
  },
  affiliate: {
    // help.rewardful.com: Setup.
    rewardful: {
      script: "https://r.wdfl.co/rw.js",
      key: /^[0-9a-z]{4,64}$/,
      reach: { script: ["https://r.wdfl.co"], connect: ["https://api.getrewardful.com"] },
    },
  },
} as const satisfies Record<string, Readonly<Record<string, ServiceKind>>>;

/** Card fields within the page (docs.stripe.com, Integration security guide). */
export const CARD_FIELDS = {
  script: "https://js.stripe.com/v3/",
  key: /^pk_(test|live)_[A-Za-z0-9]{8,200}$/,
  reach: {
    script: ["https://js.stripe.com"],
    connect: ["https://api.stripe.com"],
    frame: ["https://js.stripe.com", "https://hooks.stripe.com"],
  },
} as const satisfies ServiceKind;
