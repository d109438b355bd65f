import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { isOf, PROJECT_FOLDERS, testsOf, type Project } from "../projects.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const files = (pattern: string): readonly string[] => globSync(pattern, { cwd: ROOT });
const projects: readonly Project[] = ["unit", "engine", "e2e"];

test("every file of tests belongs to one project: one in a folder that none names would never run", () => {
  for (const file of files("tests/**/*.test.ts")) {
    expect([file, projects.filter((project) => isOf(project, file))]).toEqual([file, [expect.any(String)]]);
  }
});

test("every folder of a project has tests, and they are those that it runs", () => {
  expect(Object.keys(PROJECT_FOLDERS).toSorted()).toEqual(projects.toSorted());
  for (const project of projects) {
    const run = testsOf(project).map((pattern) => files(pattern));
    expect(run.filter((found) => found.length === 0)).toEqual([]);
    expect(run.flat().filter((file) => !isOf(project, file))).toEqual([]);
  }
});
