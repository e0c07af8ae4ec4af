import type { Address } from './address.ts';
import type { Network } from './network.ts';
import { NetworkIndex } from './network-index.ts';

/**
 * One network of one registrar. It counts from `validFrom` on and until just before `validUntil` (milliseconds since
 * 1970, UTC); null or absent means no such end.
 */
export type AllowlistEntry = Readonly<{
  id: number;
  registrarId: number;
  network: Network;
  validFrom?: number | null;
  validUntil?: number | null;
}>;

/**
 * Which registrar an address belongs to (R11). Built once from all entries, then asked at each request. An empty list
 * lets nobody in.
 */
export class Allowlist {
  readonly #entries: readonly AllowlistEntry[];
  readonly #index: NetworkIndex;

  /** Throws an Error that names both registrars when one network stands under two of them (R11). */
  constructor(entries: readonly AllowlistEntry[]) {
    const holders = new Map<string, number>();
    for (const { network, registrarId } of entries) {
      const holder = holders.get(network.text) ?? registrarId;
      if (holder !== registrarId) {
        throw new Error(`${network.text} is on the allowlist of registrar ${holder} and of registrar ${registrarId}.`);
      }
      holders.set(network.text, registrarId);
    }
    this.#entries = entries;
    this.#index = new NetworkIndex(entries.map((entry) => entry.network));
  }

  /**
   * The entry with the longest prefix that holds the address and is valid at `nowMs`; undefined when there is none.
   * An entry that has lapsed, or has not begun, does not hide a shorter one that is valid.
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
