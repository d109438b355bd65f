/** Where the results of a request are looked at. */
export const resultsAddress = (id: string): string => `/data-request/${id}/results`;
