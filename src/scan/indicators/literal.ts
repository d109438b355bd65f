/** A finite number as SQL reads it back bit for bit. */
export function literal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a number for SQL: ${value}`);
  const text = String(value);
  const float = /[.e]/.test(text) ? text : `${text}.`;
  return value < 0 ? `(${float})` : float;
}
