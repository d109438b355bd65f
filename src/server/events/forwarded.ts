/** An event as it is sent to an outside address: the account by its id only, and no secrets. */
export interface ForwardedEvent {
  readonly id: string;
  readonly at: string;
  readonly user: string;
  readonly type: string;
  readonly source: string;
  readonly trigger: string;
  readonly payload: unknown;
}

interface StoredEvent extends Omit<ForwardedEvent, "at" | "user"> {
  readonly at: Date;
  readonly account_id: string;
}

export const forwardedEvent = ({
  id,
  at,
  account_id,
  type,
  source,
  trigger,
  payload,
}: StoredEvent): ForwardedEvent => ({
  id,
  at: at.toISOString(),
  user: account_id,
  type,
  source,
  trigger,
  payload: redacted(payload),
});

/** Names of fields whose values are not sent. */
const SECRET = /pass|secret|token|code|key|auth|cookie|mail|phone/i;
/** An address; what follows ? and # may name a person or hold a secret. */
const ADDRESS = /^((?:[a-z][a-z0-9+.-]*:\/\/|\/)[^?#]*)[?#].*$/is;
const MAIL = /[^\s@]{1,64}@[^\s@]{1,255}/g;

/** A payload without fields that sound like secrets, without what follows the path of an address, without e-mail addresses. */
function redacted(value: unknown): unknown {
  if (typeof value === "string") return value.replace(ADDRESS, "$1").replaceAll(MAIL, "…");
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, of]) => (SECRET.test(name) ? [] : [[name, redacted(of)]])),
  );
}
