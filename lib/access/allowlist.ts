import type { Address } from './address.ts';
import type { Network } from './network.ts';
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
