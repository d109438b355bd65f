/** What the rows of a result were worth: figures, intervals by drawing days again, columns against the outcome. */
export { STUDY_SEED, studyRun } from "./study.ts";
export type { StudyOptions } from "./study.ts";
export { isCut } from "./columns.ts";
export { studyGrid } from "./grid.ts";
export type { GridOptions } from "./grid.ts";
export { studyPath } from "./path.ts";
export { studyBase } from "./base.ts";
export type { BaseOptions } from "./base.ts";
export { wholeStudy } from "./whole.ts";
