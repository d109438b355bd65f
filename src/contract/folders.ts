import { z } from "zod";
import { Accepted } from "./accepted.ts";
import { PageQuery, RunId, RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const FolderName = z.string().trim().min(1).max(450);
const FolderBody = z.strictObject({ name: FolderName });
export const Folder = z.strictObject({
  id: RunId,
  name: z.string(),
  /** Requests in it that are not in the trash. */
  requests: z.int(),
  created_at: z.string(),
});
export const FolderList = z.strictObject({
  items: z.array(Folder),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

/** Folders for requests. */
export const FOLDER_ROUTES = {
  restoreFolder: {
    method: "POST",
    path: "/v1/folders/:id/restore",
    summary: "Brings back a folder that was hidden, with the requests that were in it and are in no other",
    access: "user",
    scope: "folders",
    params: RunParams,
    answer: Folder,
    status: 200,
    problems: ["not-found"],
    changes: ["folders", "requests"],
  },
  folders: {
    method: "GET",
    path: "/v1/folders",
    summary: "The own folders",
    access: "user",
    scope: "folders",
    query: PageQuery,
    answer: FolderList,
    status: 200,
    problems: ["bad-request"],
  },
  myFolders: {
    method: "GET",
    path: "/v1/profile/folders",
    summary: "The own folders; the same",
    access: "user",
    scope: "folders",
    query: PageQuery,
    answer: FolderList,
    status: 200,
    problems: ["bad-request"],
  },
  createFolder: {
    method: "POST",
    path: "/v1/folders",
    summary: "Makes a folder",
    access: "user",
    scope: "folders",
    body: FolderBody,
    answer: Folder,
    status: 201,
    problems: ["bad-request", "limit-reached"],
    changes: ["folders"],
  },
  folder: {
    method: "GET",
    path: "/v1/folders/:id",
    summary: "One folder",
    access: "user",
    scope: "folders",
    params: RunParams,
    answer: Folder,
    status: 200,
    problems: ["not-found"],
  },
  renameFolder: {
    method: "PUT",
    path: "/v1/folders/:id",
    summary: "Renames a folder",
    access: "user",
    scope: "folders",
    params: RunParams,
    body: FolderBody,
    answer: Folder,
    status: 200,
    problems: ["not-found", "bad-request"],
    changes: ["folders"],
  },
  deleteFolder: {
    method: "DELETE",
    path: "/v1/folders/:id",
    summary: "Deletes a folder for good; its requests stay, in no folder",
    access: "user",
    scope: "folders",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
    changes: ["folders", "requests"],
  },
  softDeleteFolder: {
    method: "DELETE",
    path: "/v1/folders/:id/soft",
    summary: "Hides a folder and removes its requests from it",
    access: "user",
    scope: "folders",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
    changes: ["folders", "requests"],
  },
} as const satisfies Record<string, Route>;
