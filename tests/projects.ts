/**
 * The folders of each run's tests: `unit` is pure and fast; `engine` starts a real market engine; `e2e` drives a real browser
 * against a real server.
 */
export const PROJECT_FOLDERS = {
  unit: [
    "vocabulary",
    "formula",
    "request",
    "house",
    "contract",
    "client",
    "charting",
    "corpus",
    "docs",
    "zip",
    "own-data",
  ],
  engine: ["market", "scan", "export", "server", "cli", "naive", "sources"],
  e2e: ["e2e"],
} as const;

export type Project = keyof typeof PROJECT_FOLDERS;

export const testsOf = (project: Project): readonly string[] =>
  PROJECT_FOLDERS[project].map((folder) => `tests/${folder}/**/*.test.ts`);

/** Whether a file, by its path from the root, is one of the project's tests. */
export const isOf = (project: Project, file: string): boolean =>
  PROJECT_FOLDERS[project].some((folder) => file.startsWith(`tests/${folder}/`));
