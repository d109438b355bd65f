import { fragmentOf } from "../builder/share.ts";

/** The address that opens a request in the builder: the link by which people share one. */
export const addressOfShared = async (request: object): Promise<string> => `/data-request${await fragmentOf(request)}`;
