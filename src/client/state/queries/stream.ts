import { subscribe } from "valtio";
import { routeAddress } from "../../../api-client/index.ts";
import { HEARTBEAT_SECONDS, ROUTES, StreamEvent } from "../../../contract/index.ts";
import { callListener } from "./call-route.ts";
import { readEvents } from "./read-events.ts";
import { forgetSession, leaving, user } from "../session/session.ts";

/** Pause after a stream that broke, doubled up to the second while none opens. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** A stream that is silent for this long is broken. */
const SILENCE_MS = 2.5 * HEARTBEAT_SECONDS * 1000;
/** A browser has six connections to a server: pages beyond these leave some for calls, and look for themselves. */
const PAGES = 3;

/** Where the stream goes on when it is opened again. */
interface Place {
  last: string | null;
}

interface StreamListener {
  readonly onEvent: (event: StreamEvent) => void;
  /** It opened or broke: what is followed is looked at once. */
  readonly onTurn: () => void;
}

let open = false;
/** While the stream is open, what it sends is looked at in case it is not heard. */
const SAFETY_LOOK = 60_000;

/** Milliseconds to the next look at something whose changes the stream sends; `otherwise` while it is not open. */
export const lookAfter = (otherwise: number): number => (open ? SAFETY_LOOK : otherwise);

/**
 * Follows the stream of the account for as long as the page is seen, one for the page; it is opened again when it breaks.
 * The returned function ends it.
 */
export function followStream(listener: StreamListener): () => void {
  const end = new AbortController();
  void keepOpen(listener, end.signal);
  return () => {
    end.abort();
    open = false;
  };
}

async function keepOpen(listener: StreamListener, end: AbortSignal): Promise<void> {
  const at: Place = { last: null };
  let pause = FIRST_RETRY_MS;
  while (!end.aborted && !leaving.begun) {
    await untilSeen(end);
    let opened = false;
    const turn = (isOpen: boolean): void => {
      if (open === isOpen || end.aborted) return;
      open = isOpen;
      opened ||= isOpen;
      if (!leaving.begun) listener.onTurn();
    };
    await inPlace(() => readOnce(listener, at, turn, end));
    turn(false);
    pause = opened ? FIRST_RETRY_MS : Math.min(pause * 2, LAST_RETRY_MS);
    // Not all pages of a server that stopped come back at the same moment.
    await rest(pause * (0.5 + Math.random() / 2), end);
  }
}

/** Reads one stream to its end. */
async function readOnce(
  listener: StreamListener,
  at: Place,
  turn: (isOpen: boolean) => void,
  end: AbortSignal,
): Promise<void> {
  const { token } = user;
  if (token === null || document.hidden || end.aborted) return;
  const stop = new AbortController();
  const onHidden = (): void => {
    if (document.hidden) stop.abort();
  };
  document.addEventListener("visibilitychange", onHidden);
  let silence = setTimeout(() => stop.abort(), SILENCE_MS);
  try {
    const answer = await fetch(routeAddress(ROUTES.stream), {
      headers: { authorization: `Bearer ${token}`, ...(at.last === null ? {} : { "last-event-id": at.last }) },
      cache: "no-store",
      signal: AbortSignal.any([stop.signal, end]),
    });
    if (answer.status === 401 && user.token === token) forgetSession();
    if (!answer.ok || answer.body === null) return;
    for await (const { id, event, data } of readEvents(answer.body)) {
      clearTimeout(silence);
      silence = setTimeout(() => stop.abort(), SILENCE_MS);
      // The page shows nothing more of this account.
      if (user.token !== token || leaving.begun) return;
      if (id !== null) at.last = id;
      turn(true);
      const read = data === null ? null : readEvent(event, data);
      if (read !== null) listener.onEvent(read);
    }
  } catch {
    // Broken, or given up: it is opened again where it should be.
    if (!stop.signal.aborted && !end.aborted && !leaving.begun) callListener.answered(false, performance.now());
  } finally {
    clearTimeout(silence);
    stop.abort();
    document.removeEventListener("visibilitychange", onHidden);
  }
}

/** Null where a newer server sends what this page does not know. */
function readEvent(event: string, data: string): StreamEvent | null {
  try {
    return StreamEvent.safeParse({ event, data: JSON.parse(data) }).data ?? null;
  } catch {
    return null;
  }
}

/** Works while this page is one of the few of the browser that may; not at all where the others are. */
async function inPlace(work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  for (let place = 1; place <= PAGES; place += 1) {
    const isFree = await navigator.locks.request(`scanbook.stream.${place}`, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
    if (isFree) return;
  }
}

/** Waits until somebody who is signed in sees the page. */
const untilSeen = (end: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const isSeen = (): boolean => (!document.hidden && user.token !== null) || end.aborted;
    if (isSeen()) return resolve();
    const look = (): void => {
      if (!isSeen()) return;
      document.removeEventListener("visibilitychange", look);
      end.removeEventListener("abort", look);
      stop();
      resolve();
    };
    const stop = subscribe(user, look);
    document.addEventListener("visibilitychange", look);
    end.addEventListener("abort", look);
  });

const rest = (milliseconds: number, end: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    end.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
