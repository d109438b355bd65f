/** A claim of a row, and the test that proves it. */
export interface Claim {
  readonly says: string;
  /** Below `tests`, without `.test.ts`. */
  readonly file: string;
  /** As it stands in the file. */
  readonly title: string;
}

export const claim = (says: string, file: string, title: string): Claim => ({ says, file, title });
