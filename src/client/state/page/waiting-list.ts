/** A file whose rows become a list, once that screen is there. */
let waiting: File | null = null;

export function waitForLists(file: File): void {
  waiting = file;
}

export const waitingList = (): File | null => waiting;

export function forgetWaitingList(): void {
  waiting = null;
}
