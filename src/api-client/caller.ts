import { FetchError, ofetch } from "ofetch";
import { Problem } from "../contract/index.ts";
import type { Route, RouteAnswer } from "../contract/index.ts";
import { problem } from "./call-error.ts";
import type { CallResult } from "./call-error.ts";

export type Params = Readonly<Record<string, string>>;
/** What is undefined is not sent. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface CallOptions {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** As whom a page calls. */
interface CallerSession {
  /** The bearer; null before the sign-in. */
  readonly token: () => string | null;
  /** Called when the current bearer is no longer valid. */
  readonly ended: () => void;
  /** Called with every call that was not given up: whether anybody answered, and when the call began (`performance.now`). */
  readonly answered?: (there: boolean, began: number) => void;
}

/** What a proxy answers for a server that is not there. */
const GATEWAY: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Address of a route, for calls and for downloads. */
export function routeAddress({ path }: Pick<Route, "path">, params: Params = {}, query: Query = {}): string {
  const placed = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  const search = new URLSearchParams(given).toString();
  return search === "" ? placed : `${placed}?${search}`;
}

/** Calls a route that the caller holds. */
type CallRoute = <R extends Route>(route: R, options?: CallOptions) => Promise<CallResult<RouteAnswer<R>>>;

/** Calls as a session. A call never rejects; an answer that does not fit its schema counts as a problem. */
export const callerOf =
  ({ token: tokenOf, ended, answered }: CallerSession): CallRoute =>
  async <R extends Route>(route: R, options: CallOptions = {}) => {
    const token = tokenOf();
    const began = performance.now();
    try {
      const answer: unknown = await ofetch(routeAddress(route, options.params, options.query), {
        method: route.method,
        retry: 0,
        headers: { ...options.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
        ...(options.body === undefined ? {} : { body: options.body }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      answered?.(true, began);
      const read = typeof route.answer === "string" ? null : route.answer.safeParse(answer);
      if (read?.success !== true) return problem("internal", "The server's answer could not be read.");
      // The schema of the same route has just read it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { ok: true, value: read.data as RouteAnswer<R> };
    } catch (error) {
      if (options.signal?.aborted === true) return { ok: false, error: { kind: "aborted" } };
      const failed = error instanceof FetchError ? error : undefined;
      const parsed = Problem.safeParse(failed?.data);
      const there = failed?.status !== undefined && (parsed.success || !GATEWAY.has(failed.status));
      answered?.(there, began);
      if (!there) return { ok: false, error: { kind: "offline" } };
      // A public route answers 401 to a wrong password, which ends no session.
      // Nor does one to a call from before the sign-in.
      if (failed.status === 401 && route.access !== "public" && token === tokenOf()) ended();
      return parsed.success
        ? { ok: false, error: { kind: "problem", problem: parsed.data } }
        : problem("internal", "Something went wrong please try again");
    }
  };
