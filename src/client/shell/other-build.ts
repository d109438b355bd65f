/** Whether the server gives out another page than the one that is open; unknown on either side is none. */
export const isOtherBuild = (own: string | null, served: string | null): boolean =>
  own !== null && served !== null && own.startsWith("/assets/") && own !== served;
