/** The two APIs. */
export const usageApis = ['registry', 'broadband'] as const;
export type UsageApi = (typeof usageApis)[number];

/** Callers that were not recognised, and this site's own map; every other account is the id of a registrar or a key. */
export const NOBODY = 0;
export const OWN_MAP = -1;

/** Why a caller was refused (R11, N1, B5). */
export type RefusalReason = 'not allowed' | 'no valid key' | 'proxy in front' | 'address unknown';

/** How many refused addresses are kept of an hour; all others are one count. */
export const mostRefusedAddressesAnHour = 1000;
/** How many addresses of registrars and keys are kept of a day; all others are one count for each account. */
export const mostCallerAddressesADay = 10_000;
/** How long the addresses of callers are kept, in days. */
export const addressDays = 30;

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

/** `bucket` is one of `latency.ts`. */
export interface AccountLatencyCount extends LatencyCount {
  readonly accountId: number;
}

/** An empty `address` counts all that are not kept. */
export interface CallerCount {
  readonly api: UsageApi;
  readonly accountId: number;
  readonly address: string;
  readonly count: number;
  readonly errors: number;
  readonly lastAt: number;
}

/** An empty `address` counts callers with an unknown address, and all that are not kept. */
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

/** What one process counted in a few seconds of one quarter hour. It travels between processes as JSON. */
export interface UsageBatch {
  readonly quarterStartsAt: number;
  readonly requests: readonly RequestCount[];
  readonly latencies: readonly LatencyCount[];
  readonly accountLatencies: readonly AccountLatencyCount[];
  readonly callers: readonly CallerCount[];
  readonly refused: readonly RefusedCount[];
  readonly keyUses: readonly KeyUse[];
}
