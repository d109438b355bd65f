import { proxy } from "valtio";

/** Whether the drawer lies over a narrow screen. */
export const drawer = proxy({ open: false });
