/** The contract: every route as data, with its schemas and the errors it may answer. Server and client both read it. */
export * from "./accepted.ts";
export * from "./access.ts";
export * from "./accounts.ts";
export * from "./admin.ts";
export * from "./answers.ts";
export * from "./data-requests.ts";
export * from "./folders.ts";
export * from "./formulas.ts";
export * from "./market.ts";
export * from "./parse.ts";
export * from "./problem.ts";
export * from "./route.ts";
export * from "./routes.ts";
export * from "./second-factor.ts";
export * from "./sessions.ts";
export * from "./templates.ts";
export * from "./tokens.ts";
