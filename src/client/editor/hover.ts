export const hoverDocs: never[] = [];
