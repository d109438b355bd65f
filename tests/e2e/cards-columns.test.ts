import { describeCards } from "./cards-of.ts";

describeCards("columns");
