export type UsageApi = 'registry' | 'broadband';

/** Nobody that was recognised, and this site's own map; every other account is a registrar's or a key's id. */
export const NOBODY = 0;
export const OWN_MAP = -1;

/** Why a caller was not let in (R11, N1, B5). */
export type RefusalReason = 'not allowed' | 'no valid key' | 'proxy in front' | 'address unknown';

/** The most refused addresses that are kept for an hour; all others are one count. */
export const mostRefusedAddressesAnHour = 1000;
/** The most addresses of registrars and keys that are kept for a day; all others are one count an account. */
export const mostCallerAddressesADay = 10_000;

export interface RequestCount {
  readonly api: UsageApi;
  readonly accountId: number;
  readonly status: number;
  readonly count: number;
}

export interface LatencyCount {
  readonly api: UsageApi;
  readonly bucket: number;
  readonly count: number;
}

/** `address` '' counts all whose address is not kept. */
export interface CallerCount {
  readonly api: UsageApi;
  readonly accountId: number;
  readonly address: string;
  readonly count: number;
  readonly errors: number;
  readonly lastAt: number;
}

/** `address` '' counts callers whose address cannot be known, and all whose address is not kept. */
export interface RefusedCount {
  readonly api: UsageApi;
  readonly address: string;
  readonly reason: RefusalReason;
  readonly count: number;
  readonly lastAt: number;
}

/** When and from which network (/24 or /48) a key was last used. */
export interface KeyUse {
  readonly keyId: number;
  readonly lastUsedAt: number;
  readonly lastNetwork: string;
}

/** What one process counted in a few seconds of one hour. Plain values: it travels between processes as JSON. */
export interface UsageBatch {
  readonly hourStartsAt: number;
  readonly requests: readonly RequestCount[];
  readonly latencies: readonly LatencyCount[];
  readonly callers: readonly CallerCount[];
  readonly refused: readonly RefusedCount[];
  readonly keyUses: readonly KeyUse[];
}
