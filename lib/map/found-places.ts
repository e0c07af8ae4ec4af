import type { MapPoint } from './degrees.ts';

/** A place that the search found, as `/places` gives it. */
export interface FoundPlace extends MapPoint {
  readonly name: string;
  readonly detail: string;
  readonly isMaori: boolean;
  /** Whether the broadband service answers there. */
  readonly isServed: boolean;
}

/** What `/places` answered: the places, and whether street addresses are among what it searches. */
export interface FoundPlaces {
  readonly places: readonly FoundPlace[];
  readonly hasAddresses: boolean;
}

/** Reads the body of a 200 of `/places`; nothing when it is not such a body. */
export function parseFoundPlaces(body: unknown): FoundPlaces | undefined {
  if (!isRecord(body) || !Array.isArray(body.places) || typeof body.hasAddresses !== 'boolean') return undefined;
  const places = body.places.filter(isPlace);
  return places.length === body.places.length ? { places, hasAddresses: body.hasAddresses } : undefined;
}

function isPlace(value: unknown): value is FoundPlace {
  if (!isRecord(value)) return false;
  const { name, detail, latitude, longitude, isMaori, isServed } = value;
  return (
    [name, detail].every((text) => typeof text === 'string') &&
    [latitude, longitude].every((degrees) => Number.isFinite(degrees)) &&
    [isMaori, isServed].every((flag) => typeof flag === 'boolean')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
