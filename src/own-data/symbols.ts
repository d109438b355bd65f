/** As exchanges and vendors write them: BRK.B, BF-A, RDS/A, ^SPX. */
const SYMBOL = /^[A-Z0-9^$][A-Z0-9.\-/$^=+ ]{0,23}$/;

/** The symbol of a cell, in capitals; what is wrong with it otherwise. */
export function readSymbol(text: string): string | { readonly message: string } {
  const symbol = text.trim().toUpperCase();
  if (symbol === "") return { message: "The symbol is missing. Fill it in, or remove the row." };
  if (/^[=+@-]/.test(symbol)) return { message: "This is a formula, not a symbol. Write the symbol itself." };
  if (!SYMBOL.test(symbol)) {
    const shown = symbol.length > 40 ? `${symbol.slice(0, 40)}…` : symbol;
    return { message: `"${shown}" is no symbol. Symbols are letters, digits and . - / such as BRK.B.` };
  }
  return symbol;
}
