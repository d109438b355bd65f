/** Bytes of a file in base64, as the server takes them. */
export const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? (reader.result.split(",")[1] ?? "") : ""),
    );
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read.")));
    reader.readAsDataURL(file);
  });

/** A file's name without its ending, as a list is called by itself. */
export const nameOf = (file: string): string =>
  file
    .replace(/\.(?:csv|xlsx|txt|tsv)$/i, "")
    .replaceAll(/["\s]+/g, " ")
    .trim()
    .slice(0, 80) || "My list";

/** Hands a text to the browser's downloads. */
export function saveAs(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
