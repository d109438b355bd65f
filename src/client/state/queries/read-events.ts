/** One server-sent event, or the sign of life between two: then without data. */
export interface SentEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string | null;
}

/**
 * Reads server-sent events as they come (HTML Living Standard, 9.2). Not by EventSource, which sends no header: the bearer
 * would have to stand in the address.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true }).replaceAll("\r", "");
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) yield readBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): SentEvent {
  let id: string | null = null;
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "id") id = value;
    else if (name === "event") event = value;
    else if (name === "data") data.push(value);
  }
  return { id, event, data: data.length === 0 ? null : data.join("\n") };
}
