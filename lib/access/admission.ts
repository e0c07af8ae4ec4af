/** An allowlist entry whose network contains an address. Instants are epoch milliseconds. */
export interface MatchingEntry {
  readonly network: string;
  readonly registrar: string;
  readonly enabled: boolean;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
}

export type EntryState = 'active' | 'registrar disabled' | 'not yet valid' | 'no longer valid';

/** Whether an entry lets its addresses in at `nowMs`, and if not, why. */
export function entryStateOf(
  { enabled, validFrom, validUntil }: Omit<MatchingEntry, 'network' | 'registrar'>,
  nowMs: number,
): EntryState {
  if (!enabled) return 'registrar disabled';
  if (validFrom !== null && nowMs < validFrom) return 'not yet valid';
  if (validUntil !== null && nowMs >= validUntil) return 'no longer valid';
  return 'active';
}

/** The entry that lets an address in, undefined if the address is refused; and the other entries that contain it. */
export interface Admission<Entry extends MatchingEntry> {
  readonly by: Entry | undefined;
  readonly others: readonly { readonly entry: Entry; readonly state: EntryState }[];
}

/**
 * What the gate would decide (R11): the active entry with the longest prefix lets the address in.
 *
 * @param matching every entry that contains the address, the longest prefix first
 */
export function explainAdmission<Entry extends MatchingEntry>(
  matching: readonly Entry[],
  nowMs: number,
): Admission<Entry> {
  const entries = matching.map((entry) => ({ entry, state: entryStateOf(entry, nowMs) }));
  const by = entries.find(({ state }) => state === 'active')?.entry;
  return { by, others: entries.filter(({ entry }) => entry !== by) };
}
