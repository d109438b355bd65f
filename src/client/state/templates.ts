import { proxy, ref } from "valtio";
import type { AnswerOf } from "../../contract/index.ts";
import { call } from "./calls.ts";

type Template = AnswerOf<"templates">["items"][number];

/** Own and built-in templates; null until they are there. */
export const templates = proxy<{ items: readonly Template[] | null }>({ items: null });

export async function loadTemplates(): Promise<void> {
  const answer = await call("templates", { query: { page_size: 100 } });
  if (answer.ok) templates.items = ref(answer.value.items);
}
