/** What the process that keeps PostgreSQL tells the program that started it. */
export type HostMessage =
  | { readonly kind: "starting"; readonly socket: string }
  /** Another host keeps this cluster; share its socket. */
  | { readonly kind: "taken" }
  /** It will not start; the last words of its log. */
  | { readonly kind: "failed"; readonly message: string };
