import { z } from "zod";
import { Accepted } from "./accepted.ts";
import { PageQuery, RequestBody, RunId, RunParams } from "./data-request-schemas.ts";
import type { Route } from "./route.ts";

const Name = z.string().trim().min(1, "Request name required").max(450);
const Description = z.string().trim().max(2_000);
/** Own ones by id, built-in ones by the name of their file. */
const TemplateId = z.string().regex(/^[a-z0-9-]{1,60}$/);

export const Template = z.strictObject({
  id: TemplateId,
  name: z.string(),
  description: z.string(),
  builtin: z.boolean(),
  /** A request as in the contracts; dates may be left out. */
  request: RequestBody,
  created_at: z.string().nullable(),
});
export const TemplateList = z.strictObject({
  items: z.array(Template),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
const TemplateBody = z.strictObject({ name: Name, description: Description.default(""), request: RequestBody });
const FromRequestBody = z.strictObject({
  id: RunId,
  name: Name.optional(),
  description: Description.default(""),
});
const DuplicateBody = z.strictObject({ id: TemplateId, name: Name.optional() });
const TemplateParams = z.strictObject({ id: TemplateId });

/** Templates: a request without its dates, built in or one's own. */
export const TEMPLATE_ROUTES = {
  trashedTemplates: {
    method: "GET",
    path: "/v1/templates/trashed",
    summary: "The own templates in the trash",
    access: "user",
    scope: "templates",
    query: PageQuery,
    answer: TemplateList,
    status: 200,
    problems: ["bad-request"],
  },
  restoreTemplate: {
    method: "POST",
    path: "/v1/templates/:id/restore",
    summary: "Takes an own template out of the trash",
    access: "user",
    scope: "templates",
    params: RunParams,
    answer: Template,
    status: 200,
    problems: ["not-found"],
    changes: ["templates"],
  },
  templates: {
    method: "GET",
    path: "/v1/templates",
    summary: "Built-in and own templates",
    access: "user",
    scope: "templates",
    query: PageQuery,
    answer: TemplateList,
    status: 200,
    problems: ["bad-request"],
  },
  builtInTemplates: {
    method: "GET",
    path: "/v1/templates/builtin",
    summary: "The built-in templates",
    access: "user",
    scope: "templates",
    query: PageQuery,
    answer: TemplateList,
    status: 200,
    problems: ["bad-request"],
  },
  ownTemplates: {
    method: "GET",
    path: "/v1/templates/custom",
    summary: "The own templates",
    access: "user",
    scope: "templates",
    query: PageQuery,
    answer: TemplateList,
    status: 200,
    problems: ["bad-request"],
  },
  createTemplate: {
    method: "POST",
    path: "/v1/templates",
    summary: "Makes a template",
    access: "user",
    scope: "templates",
    body: TemplateBody,
    answer: Template,
    status: 201,
    problems: ["bad-request", "invalid-request", "limit-reached"],
    changes: ["templates"],
  },
  templateFromRequest: {
    method: "POST",
    path: "/v1/templates/from-data-request",
    summary: "Makes a template of a request",
    access: "user",
    scope: "templates",
    body: FromRequestBody,
    answer: Template,
    status: 201,
    problems: ["bad-request", "not-found", "limit-reached"],
    changes: ["templates"],
  },
  duplicateTemplate: {
    method: "POST",
    path: "/v1/templates/duplicate",
    summary: "Makes an own template of a built-in or own one",
    access: "user",
    scope: "templates",
    body: DuplicateBody,
    answer: Template,
    status: 201,
    problems: ["bad-request", "not-found", "limit-reached"],
    changes: ["templates"],
  },
  template: {
    method: "GET",
    path: "/v1/templates/:id",
    summary: "One template",
    access: "user",
    scope: "templates",
    params: TemplateParams,
    givesText: true,
    answer: Template,
    status: 200,
    problems: ["not-found"],
  },
  changeTemplate: {
    method: "PUT",
    path: "/v1/templates/:id",
    summary: "Replaces an own template",
    access: "user",
    scope: "templates",
    params: RunParams,
    body: TemplateBody,
    answer: Template,
    status: 200,
    problems: ["not-found", "bad-request", "invalid-request"],
    changes: ["templates"],
  },
  deleteTemplate: {
    method: "DELETE",
    path: "/v1/templates/:id",
    summary: "Deletes an own template for good",
    access: "user",
    scope: "templates",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
    changes: ["templates"],
  },
  softDeleteTemplate: {
    method: "DELETE",
    path: "/v1/templates/:id/soft",
    summary: "Puts an own template into the trash",
    access: "user",
    scope: "templates",
    params: RunParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
    changes: ["templates"],
  },
} as const satisfies Record<string, Route>;
