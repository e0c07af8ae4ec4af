/** How much of an area a technology covers, by the best availability at each place (N6): shares of the area, 0 to 1. */
export interface TechnologyShare {
  readonly technology: string;
  readonly available: number;
  readonly underway: number;
  readonly planned: number;
  /** How far each of the three may be off. */
  readonly error: number;
}

/** What was measured of an area; the form in which `/areas` tells it. */
export interface AreaShares {
  /** Of the published coverage; null while there is none. */
  readonly version: number | null;
  /** What of the rectangle lies in the service area, in degrees. */
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly square_kilometres: number;
  /** Whether a part of the rectangle lies outside of the service area and was left out. */
  readonly is_clipped: boolean;
  /** Every technology in use, in their order. */
  readonly technologies: readonly TechnologyShare[];
}

/** What became of the question. */
export type AreaOutcome =
  | { readonly kind: 'measured'; readonly shares: AreaShares }
  | { readonly kind: 'too large'; readonly width: number; readonly height: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'limit reached' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'fault' };

/** Reads the body of a 200 of `/areas`; nothing when it is none. */
export function parseAreaShares(body: unknown): AreaShares | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { version, south, west, north, east, square_kilometres, is_clipped, technologies } = body as AreaShares;
  const numbers = [south, west, north, east, square_kilometres];
  if (numbers.some((number) => !Number.isFinite(number)) || typeof is_clipped !== 'boolean') return undefined;
  if (!(version === null || Number.isSafeInteger(version))) return undefined;
  if (!Array.isArray(technologies) || !technologies.every(isTechnologyShare)) return undefined;
  return { version, south, west, north, east, square_kilometres, is_clipped, technologies };
}

/** `31.2 %`: a share with one decimal, as exact as its error lets it be read. */
export function formatShare(share: number): string {
  return `${(100 * share).toLocaleString('en-NZ', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}\u00a0%`;
}

/** `± 0.1 %`: an error rounded up, with the half of the last decimal by which a share is rounded. */
export function formatError(error: number): string {
  const tenths = Math.max(1, Math.ceil(1000 * error + 0.5 - 1e-9));
  return `±\u00a0${(tenths / 10).toLocaleString('en-NZ', { minimumFractionDigits: 1 })}\u00a0%`;
}

function isTechnologyShare(value: unknown): value is TechnologyShare {
  if (typeof value !== 'object' || value === null) return false;
  const { technology, available, underway, planned, error } = value as Record<string, unknown>;
  return typeof technology === 'string' && [available, underway, planned, error].every(Number.isFinite);
}
