/** The days that a computed date may be: workbooks count days rightly from the first on, the engine holds none after the last. */
export const DATE_LIMITS = { first: "1900-03-01", last: "2299-12-31" } as const;
