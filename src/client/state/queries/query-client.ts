import { environmentManager, focusManager, QueryClient } from "@tanstack/react-query";
import { subscribe } from "valtio";
import type { CallError } from "../../../api-client/index.ts";
import { messageOf } from "../../../api-client/index.ts";
import { leaving, user } from "../session/session.ts";

/** A failed call, as queries store it. */
export class CallFailure extends Error {
  readonly error: CallError;
  constructor(error: CallError) {
    super(messageOf(error));
    this.error = error;
  }
}

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallFailure;
  }
}

// Where tests run the page's logic without a page, the library would take it for rendering on a server.
environmentManager.setIsServer(() => false);
// A page behind another goes on: what it follows has ended when one comes back to it.
focusManager.setEventListener(() => undefined);
focusManager.setFocused(true);

/**
 * What the server has answered. An answer goes with the last screen that shows it unless its query says otherwise, and
 * nothing is asked for again by itself: a failure is shown, with a button beside it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      gcTime: 0,
      staleTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A server on this machine answers whatever the browser thinks of the network.
      networkMode: "always",
    },
  },
});

/** Drops all answers, so that the next account sees none of them. */
function forgetAnswers(): void {
  void queryClient.cancelQueries();
  queryClient.clear();
}

let token = user.token;
subscribe(
  user,
  () => {
    if (user.token !== token) forgetAnswers();
    token = user.token;
  },
  true,
);
subscribe(leaving, forgetAnswers, true);
