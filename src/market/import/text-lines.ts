import { fileBytes } from "./file-bytes.ts";
import { ImportError } from "./report.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The lines of a file in batches, without their line feeds. Throws ImportError where `fatal` and its bytes are no such text. */
export async function* textLines(
  path: string,
  file: string,
  { encoding = "utf-8", fatal = false }: { readonly encoding?: Encoding; readonly fatal?: boolean } = {},
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder(encoding, { fatal });
  const decoded = (bytes?: Buffer): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new ImportError(`${file} is neither UTF-8 nor UTF-16: save it as UTF-8. Nothing was imported.`);
    }
  };
  let rest = "";
  for await (const chunk of fileBytes(path, file)) {
    const lines = `${rest}${decoded(chunk)}`.split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  yield `${rest}${decoded()}`.split("\n");
}
