/** Stands in the titles of tests that read files from beside the checkout, so that `npm test` can count those it skipped. */
export const BESIDE = "reads files beside the checkout";
