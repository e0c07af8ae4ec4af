import type { AccessReason } from '#lib/words/access.ts';
import type { Address } from './address.ts';
import { type Network, parseNetwork } from './network.ts';
import { NetworkIndex } from './network-index.ts';

/**
 * One network of one registrar. It is valid from `validFrom` until just before `validUntil` (epoch milliseconds); null or
 * absent means no limit on that side.
 */
export type AllowlistEntry = Readonly<{
  id: number;
  /** Null when the owner is not known; the addresses in the network are then refused. */
  registrarId: number | null;
  network: Network;
  validFrom?: number | null;
  validUntil?: number | null;
}>;

/**
 * Finds the registrar of an address (R11). Built once from all entries, then asked at each request. An empty allowlist
 * lets nobody in.
 */
export class Allowlist {
  readonly #entries: readonly AllowlistEntry[];
  readonly #index: NetworkIndex;

  /** @param entries with no network of two registrars, as `readAllowlistRows` ensures */
  constructor(entries: readonly AllowlistEntry[]) {
    this.#entries = entries;
    this.#index = new NetworkIndex(entries.map((entry) => entry.network));
  }

  /**
   * The entry with the longest prefix that contains the address and is valid at `nowMs`; undefined if no entry does. An
   * entry that is no longer valid, or not yet, does not hide a valid one with a shorter prefix.
   */
  getEntry(address: Address, nowMs: number): AllowlistEntry | undefined {
    return this.#entries[this.#index.find(address, (at) => isValid(this.#entries[at], nowMs))];
  }
}

function isValid(entry: AllowlistEntry | undefined, nowMs: number): boolean {
  if (entry === undefined) return false;
  const { validFrom, validUntil } = entry;
  return (validFrom == null || validFrom <= nowMs) && (validUntil == null || nowMs < validUntil);
}

/** A stored entry. Its values are not trusted: files get edited, disks fail. Instants are epoch milliseconds. */
export interface AllowlistRow {
  readonly id: number;
  readonly registrarId: number;
  readonly network: string;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
  /** The registrar's own limit; null for the default. */
  readonly perSecond: number | null;
}

/** A row that lets nobody in, and the reason. */
export interface UnreadableRow<Row extends AllowlistRow = AllowlistRow> {
  readonly row: Row;
  readonly reason: AccessReason;
}

/**
 * Builds the allowlist from the rows that can be read (R11). A row that cannot be read lets nobody in and refuses nobody
 * else. A network stored for two registrars, in any spelling, belongs to neither: its addresses are refused, even where
 * a larger network of a third registrar would let them in, because it is not known whose they are.
 */
export function readAllowlistRows<Row extends AllowlistRow>(
  rows: readonly Row[],
): { readonly allowlist: Allowlist; readonly unreadable: readonly UnreadableRow<Row>[] } {
  const unreadable: UnreadableRow<Row>[] = [];
  const byNetwork = new Map<string, { readonly row: Row; readonly entry: AllowlistEntry }[]>();
  for (const row of rows) {
    const read = readRow(row);
    if ('reason' in read) unreadable.push({ row, reason: read.reason });
    else {
      const same = byNetwork.get(read.network.text) ?? [];
      byNetwork.set(read.network.text, [...same, { row, entry: read }]);
    }
  }
  const entries: AllowlistEntry[] = [];
  for (const [network, same] of byNetwork) {
    if (same.every(({ row }) => row.registrarId === same[0]?.row.registrarId)) {
      entries.push(...same.map(({ entry }) => entry));
      continue;
    }
    for (const { row, entry } of same) {
      unreadable.push({ row, reason: { code: 'network-of-several-registrars', network } });
      entries.push({ ...entry, registrarId: null, validFrom: null, validUntil: null });
    }
  }
  return { allowlist: new Allowlist(entries), unreadable };
}

function readRow(row: AllowlistRow): AllowlistEntry | { readonly reason: AccessReason } {
  const { id, registrarId, network, validFrom, validUntil, perSecond } = row;
  const parsed = parseNetwork(String(network));
  if (!parsed.ok) return { reason: parsed.reason };
  if (![validFrom, validUntil].every(isInstant)) return { reason: { code: 'period-unreadable' } };
  if (perSecond !== null && !(Number.isSafeInteger(perSecond) && perSecond > 0)) {
    return { reason: { code: 'limit-unreadable' } };
  }
  return { id, registrarId, network: parsed.network, validFrom, validUntil };
}

function isInstant(value: unknown): boolean {
  return value === null || Number.isFinite(value);
}

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
