const formats = new Map<string, Intl.NumberFormat>();

/** An amount in the smallest unit of its currency, such as cents, as people read it. */
export function showMoney(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const format = formats.get(code) ?? new Intl.NumberFormat("en-US", { style: "currency", currency: code });
  formats.set(code, format);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
