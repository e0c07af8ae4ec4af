/** The number of a row in a path; 0, which no row has, for anything else. */
export function numberOf(segment: string): number {
  return /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : 0;
}
