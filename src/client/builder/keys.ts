/** ⌘ on a Mac, Ctrl elsewhere. */
export const MOD = navigator.userAgent.includes("Mac") ? "⌘" : "Ctrl ";
