import type { Address } from './address.ts';
import type { Network } from './network.ts';
import { NetworkIndex } from './network-index.ts';

/**
 * One network of one registrar. It counts from `validFrom` until just before `validUntil` (epoch milliseconds); null or
 * absent means no such end.
 */
export type AllowlistEntry = Readonly<{
  id: number;
  /** Null when it is nobody's, and refuses the addresses that belong to it. */
  registrarId: number | null;
  network: Network;
  validFrom?: number | null;
  validUntil?: number | null;
}>;

/**
 * Which registrar an address belongs to (R11). Built once from all entries, then asked at each request. An empty
 * allowlist lets nobody in.
 */
export class Allowlist {
  readonly #entries: readonly AllowlistEntry[];
  readonly #index: NetworkIndex;

  /** @param entries no network of two registrars: `readAllowlistRows` sees to that */
  constructor(entries: readonly AllowlistEntry[]) {
    this.#entries = entries;
    this.#index = new NetworkIndex(entries.map((entry) => entry.network));
  }

  /**
   * The entry with the longest prefix that contains the address and is valid at `nowMs`; undefined when no entry does.
   * An entry that has lapsed, or has not begun, does not hide one with a shorter prefix that is valid.
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
