/** A name for something on this page, unlike any other. */
export const newId = (): string => crypto.randomUUID().slice(0, 8);
