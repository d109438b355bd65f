/** Where a started product shows its mails, with the key that it printed, by its address. */
export const OUTBOX_LINKS = new Map<string, string>();
