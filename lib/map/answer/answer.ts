import { type Availability, availabilities, type Offer } from '#lib/broadband/availability.ts';
import { isRecord } from '#lib/map/is-record.ts';

type Speeds = Pick<Offer, 'minDownloadMbps' | 'maxDownloadMbps' | 'minUploadMbps' | 'maxUploadMbps'>;

export interface ProviderOffer extends Speeds, Pick<Offer, 'wholesaleNetwork' | 'url'> {
  readonly name: string;
}

export interface TechnologyResult {
  readonly technology: string;
  /** The id of its layer on the map. */
  readonly setId: number;
  readonly availability: Availability;
  readonly completion: string | undefined;
  /** Empty for `Not Available`. */
  readonly providers: readonly ProviderOffer[];
}

/**
 * Parses the body of a 200 of `/api/1.0/availability/yx/…`, keeping its order (fastest first). Undefined if any part of it
 * is not valid: an incomplete answer would mislead.
 */
export function parseAnswer(body: unknown): readonly TechnologyResult[] | undefined {
  if (!isRecord(body)) return undefined;
  return parseEach(body.results, parseResult);
}

function parseResult(value: unknown): TechnologyResult | undefined {
  if (!isRecord(value)) return undefined;
  const { technology, set_id: setId, completion } = value;
  const availability = availabilities.find((known) => known === value.availability);
  const providers = parseEach(value.providers ?? [], parseProvider);
  if (typeof technology !== 'string' || typeof setId !== 'number') return undefined;
  if (availability === undefined || providers === undefined) return undefined;
  return {
    technology,
    setId,
    availability,
    providers,
    completion: typeof completion === 'string' ? completion : undefined,
  };
}

function parseProvider(value: unknown): ProviderOffer | undefined {
  if (!isRecord(value)) return undefined;
  const { name, url, bandwidth_min_mbps, bandwidth_max_mbps, bandwidth_up_min_mbps, bandwidth_up_max_mbps } = value;
  const wholesaleNetwork = (['Yes', 'No', 'Both'] as const).find((known) => known === value.wholesale_network);
  if (typeof name !== 'string' || typeof url !== 'string' || wholesaleNetwork === undefined) return undefined;
  if (!isSpeed(bandwidth_min_mbps) || !isSpeed(bandwidth_max_mbps)) return undefined;
  if (!isSpeed(bandwidth_up_min_mbps) || !isSpeed(bandwidth_up_max_mbps)) return undefined;
  return {
    name,
    wholesaleNetwork,
    url,
    minDownloadMbps: bandwidth_min_mbps,
    maxDownloadMbps: bandwidth_max_mbps,
    minUploadMbps: bandwidth_up_min_mbps,
    maxUploadMbps: bandwidth_up_max_mbps,
  };
}

function parseEach<T>(value: unknown, parse: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const parsed = value.map(parse).filter((item) => item !== undefined);
  return parsed.length === value.length ? parsed : undefined;
}

function isSpeed(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Of the speeds on a bar, those with a mark, in Mbps. */
const marks = [10, 100, 1000] as const;
/** Most answers end here; a faster one makes the scale longer. */
const usualEnd = 1000;
const longestEnd = 10_000;

/**
 * The end of a logarithmic scale from 1 Mbps for speeds up to `fastestMbps`, the same for all bars of an answer: on a linear
 * one 18 and 50 Mbps would both be slivers next to 900.
 */
export function scaleEnd(fastestMbps: number): number {
  return fastestMbps > usualEnd ? longestEnd : usualEnd;
}

/** Where a speed is on the scale, from 0 to 1. */
export function positionOnScale(mbps: number, endMbps: number): number {
  return Math.min(1, Math.log10(Math.max(1, mbps)) / Math.log10(endMbps));
}

/** Where the marks inside the scale are, from 0 to 1. */
export function marksOnScale(endMbps: number): number[] {
  return marks.filter((mark) => mark < endMbps).map((mark) => positionOnScale(mark, endMbps));
}
