/**
 * How many terms the engine analyses of a statement: names, numbers and operators, where an alias counts as all that it
 * stands for in its SELECT, for the engine writes it out wherever it is read. A chain of aliases that each read the one
 * before twice doubles with each.
 */
export function analysedTerms(sql: string): { readonly written: number; readonly analysed: number } {
  const tokens = sql.match(/'[^']*'|[\w.]+|->|[<>!]=|[^\s\w]/g) ?? [];
  let at = 0;
  let written = 0;
  /** Reads items up to the closing bracket; `aliases` are those of the SELECT around it. */
  const items = (outer: Map<string, number>): number => {
    let aliases = outer;
    let named = false;
    let [sum, item] = [0, 0];
    for (; at < tokens.length; at += 1) {
      const token = tokens[at] ?? "";
      if (token === ")" || token === "]") break;
      if (token === "(" || token === "[") {
        at += 1;
        item += items(aliases);
      } else if (token === "WITH") {
        // Names expressions of the SELECT that follows.
        aliases = new Map();
        named = true;
      } else if (token === "SELECT") {
        if (!named) aliases = new Map();
        named = false;
        sum += item;
        item = 0;
      } else if (token === "AS") {
        at += 1;
        aliases.set(tokens[at] ?? "", item);
      } else if (token === "," || token === "FROM" || token === "WINDOW") {
        sum += item;
        item = 0;
      } else {
        item += aliases.get(token) ?? 1;
        written += 1;
      }
    }
    return sum + item;
  };
  const analysed = items(new Map());
  return { written, analysed };
}
