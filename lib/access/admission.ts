/**
 * An allowlist entry that holds an address, and what decides whether it lets the address in. Instants are epoch
 * milliseconds.
 */
export interface MatchingEntry {
  readonly network: string;
  readonly registrar: string;
  readonly enabled: boolean;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
}

export type EntryState = 'counts' | 'registrar disabled' | 'not yet valid' | 'no longer valid';

/** Whether an entry counts at `nowMs`, and if not, why. */
export function standingOf(
  { enabled, validFrom, validUntil }: Omit<MatchingEntry, 'network' | 'registrar'>,
  nowMs: number,
): EntryState {
  if (!enabled) return 'registrar disabled';
  if (validFrom !== null && nowMs < validFrom) return 'not yet valid';
  if (validUntil !== null && nowMs >= validUntil) return 'no longer valid';
  return 'counts';
}

/** Whether an address gets in, by which entry, and how each other entry that holds it stands. */
export interface Admission<Entry extends MatchingEntry> {
  readonly by: Entry | undefined;
  readonly others: readonly { readonly entry: Entry; readonly standing: EntryState }[];
}

/**
 * What the gate would say (R11): the entry with the longest prefix that counts lets the address in.
 *
 * @param holding every entry that holds the address, the longest prefix first
 */
export function explainAdmission<Entry extends MatchingEntry>(
  holding: readonly Entry[],
  nowMs: number,
): Admission<Entry> {
  const judged = holding.map((entry) => ({ entry, standing: standingOf(entry, nowMs) }));
  const by = judged.find(({ standing }) => standing === 'counts')?.entry;
  return { by, others: judged.filter(({ entry }) => entry !== by) };
}
