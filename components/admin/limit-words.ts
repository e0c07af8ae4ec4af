/** A limit as lists and facts show it: `50 (default)` if none is set. */
export function limitWords(own: number | null, otherwise: number): string {
  return own === null ? `${otherwise.toLocaleString('en-NZ')} (default)` : own.toLocaleString('en-NZ');
}
