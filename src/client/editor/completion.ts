export const completion: never[] = [];
