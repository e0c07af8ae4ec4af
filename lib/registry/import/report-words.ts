/** Counts as a line: `new 3, changed 0, …`. */
export function countsLine(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count.toLocaleString('en-NZ')}`)
    .join(', ');
}

/** What missing names mean, if there are any. */
export function missingLines({ missing = 0 }: Readonly<Record<string, number>>): string[] {
  if (missing === 0) return [];
  return ['Missing names keep their status; they are removed if the next full file lacks them too.'];
}
