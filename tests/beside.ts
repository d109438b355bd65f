/** Stands in the titles of tests that are skipped because what they read lies beside the checkout and is not there, so that `npm test` can count them. */
export const BESIDE = "reads files beside the checkout";
