import { isRecord } from '#lib/map/is-record.ts';

/** The shares of an area that a technology covers, by the best availability at each place (N6), from 0 to 1. */
export interface TechnologyShare {
  readonly technology: string;
  readonly available: number;
  readonly underway: number;
  readonly planned: number;
}

/** The shares of an area, as the body of `/areas` has them. */
export interface AreaShares {
  /** The version of the published coverage; null if none is published. */
  readonly version: number | null;
  /** The part of the rectangle inside the service area, in degrees. */
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly square_kilometres: number;
  /** Whether part of the rectangle is outside the service area and was left out. */
  readonly is_clipped: boolean;
  /** All technologies in use, in their order. */
  readonly technologies: readonly TechnologyShare[];
}

/** The outcome of measuring an area. */
export type AreaOutcome =
  | { readonly kind: 'measured'; readonly shares: AreaShares }
  | { readonly kind: 'too large'; readonly width: number; readonly height: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'limit reached' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'fault' };

/** Parses the body of a 200 of `/areas`; undefined if it is not valid. */
export function parseAreaShares(body: unknown): AreaShares | undefined {
  if (!isRecord(body)) return undefined;
  const { version, south, west, north, east, square_kilometres, is_clipped, technologies } =
    body as unknown as AreaShares;
  const numbers = [south, west, north, east, square_kilometres];
  if (numbers.some((number) => !Number.isFinite(number)) || typeof is_clipped !== 'boolean') return undefined;
  if (!(version === null || Number.isSafeInteger(version))) return undefined;
  if (!Array.isArray(technologies) || !technologies.every(isTechnologyShare)) return undefined;
  return { version, south, west, north, east, square_kilometres, is_clipped, technologies };
}

/** `31.2 %`: a share with one decimal. */
export function formatShare(share: number): string {
  return `${(100 * share).toLocaleString('en-NZ', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00a0%`;
}

function isTechnologyShare(value: unknown): value is TechnologyShare {
  if (!isRecord(value)) return false;
  const { technology, available, underway, planned } = value;
  return typeof technology === 'string' && [available, underway, planned].every(Number.isFinite);
}
